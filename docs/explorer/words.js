/** The sentences of the page that depend on the position, in each language. */

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${en(count)} ${count === 1 ? one : many}`;

const en = formatter("en");
const ja = formatter("ja");

/** Numbers as in a language: whole ones in full, others with two decimals. */
function formatter(language) {
  const whole = new Intl.NumberFormat(language);
  const exact = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (number) => (Number.isInteger(number) ? whole : exact).format(number);
}

const ENGLISH = {
  number: en,
  colors: ["red", "yellow", "green", "blue", "purple", "orange", "brown", "black", "white", "red square"],
  games: { "4x6r": "Mastermind" },
  rules: ({ positions, symbols, repeats }) =>
    `${positions} digits, 0 to ${symbols - 1}${repeats ? ", repeats" : ""}`,
  seldom: "fewest sevens",
  groups: { distinct: "No repeats", repeats: "Repeats allowed" },
  guess: (turn) => `Guess ${turn}`,
  solved: (turns) => `Solved in ${counted(turns, "guess", "guesses")}`,
  feedback: (text, { hits, blows }, left) =>
    `${text}: ${counted(hits, "hit")}, ${counted(blows, "blow")}; ${left ? `${counted(left, "code")} left` : "not possible"}`,
  solvedFeedback: (text) => `${text}: that was the secret`,
  typed: (hits) => `${hits}H … now type the blows`,
  refused: (text) => `There is no feedback ${text} in these rules.`,
  illegal: (text) => `${text} is no code of these rules.`,
  unread: (text) => `${text} is no feedback. Type it as in 1H2B or 12.`,
  own: "Your guess",
  oneStep: "One step, not proven",
  searching: "Comparing all guesses …",
  noSearch: "The guesses could not be compared. Load the page again.",
  contradiction: "No code matches",
  correct: "No code gets all of this feedback. If one of them was wrong, it was one of these:",
  noCorrection: "No code gets all of this feedback, and more than one of them must be wrong. Undo the last ones.",
  correction: (turn, feedback, given, left) =>
    `Guess ${turn}: ${feedback} instead of ${given} (${counted(left, "code")} left)`,
  byEntropy: (code, bits, left) =>
    `By entropy: ${code}. Its feedback tells ${en(bits)} bits and leaves ${en(left)} codes on average.`,
  bySize: (code, bits, left) =>
    `By expected size: ${code}. It leaves ${en(left)} codes on average; its feedback tells ${en(bits)} bits.`,
  average: (left) => `It leaves ${en(left)} codes on average.`,
  better: (code) => `Suggested here: ${code}.`,
  proven: "Proven best",
  known: "Best known",
  expected: (average, worst) =>
    `From here you need ${en(average)} guesses on average, this one included, and at most ${en(worst)}.`,
  whyProven: "It is proven that no other guess does better on average.",
  whyKnown: "No better guess is known, but it is not proven that there is none.",
  whySeldom: "This book needs seven guesses for as few codes as is known. In return its average is a little higher.",
  cells: (candidates, cells, largest) =>
    `It splits the ${en(candidates)} codes into ${counted(cells, "group")} by feedback; the largest has ${en(largest)}.`,
  splits: "Every feedback leaves at most one code, so the next guess is certain.",
  candidate: "It may be the secret itself.",
  noCandidate: "It cannot be the secret, but it tells the other codes apart.",
  only: "It is the only code left.",
  left: (count) => `${counted(count, "code")} left`,
  many: (limit) => `The codes are listed here when ${en(limit)} or fewer are left.`,
  status: (turn, code, left) => `Guess ${turn}: ${code}. ${counted(left, "code")} left.`,
  noBook: (name) => `There is no book for “${name}”. Choose rules below; this is 4x10.`,
  noCode: (text, turn) =>
    `The address says ${text} for guess ${turn}, which is no code of these rules. This is the position before it.`,
  noFeedback: (text, turn) =>
    `The address says ${text} for guess ${turn}, which is no feedback there. This is the position before it.`,
  tooLong: (turn) => `The game of this address ends with guess ${turn}. The rest of it is left out.`,
  copied: "Link copied",
  notCopied: "Copy the address of this page from the address bar",
  hidden: (rules) => `A code of ${ENGLISH.rules(rules)} is hidden.`,
  noRules: (name) =>
    `“${name}” is no rules for this page: write positions x symbols, such as 4x10 or, with repeats, 4x6r; at most 10 symbols and 50,000 codes.`,
  twice: (symbol) => `${symbol} is there already; no symbol occurs twice.`,
  incomplete: (missing) => `${counted(missing, "more symbol")} to enter.`,
  given: (code, { hits, blows }) => `${code}: ${counted(hits, "hit")}, ${counted(blows, "blow")}.`,
  gaveUp: (code) => `The code was${code && ` ${code}`}`,
  nothing: "nothing entered",
  line: (turns) => `The book finds this code in ${counted(turns, "guess", "guesses")}`,
  explorer: "index.html",
  leaves: (before, after, average) =>
    `${en(before)} → ${counted(after, "code")} left; such a guess leaves ${en(average)} on average.`,
  explore: "Explore",
  exploreTurn: (turn) => `Explore the position before guess ${turn}`,
  result: (notation, turns) => `hitblow practice ${notation} · ${counted(turns, "guess", "guesses")}`,
  resultCopied: "Result copied",
  failed: "The books could not be loaded. Check your connection and load the page again.",
};

/** @type {typeof ENGLISH} */
const JAPANESE = {
  number: ja,
  colors: ["赤", "黄", "緑", "青", "紫", "オレンジ", "茶", "黒", "白", "赤い四角"],
  games: { "4x6r": "マスターマインド" },
  rules: ({ positions, symbols, repeats }) =>
    `0〜${symbols - 1}の${positions}桁${repeats ? "・重複あり" : ""}`,
  seldom: "7手を最少に",
  groups: { distinct: "重複なし", repeats: "重複あり" },
  guess: (turn) => `${turn}回目の推理`,
  solved: (turns) => `${turns}手で当たりました！`,
  feedback: (text, { hits, blows }, left) =>
    `${text}：${hits}ヒット、${blows}ブロー。${left ? `候補は残り${ja(left)}通り` : "この判定はありえません"}`,
  solvedFeedback: (text) => `${text}：当たり`,
  typed: (hits) => `${hits}H …続けてブローの数を入力`,
  refused: (text) => `このルールに${text}という判定はありません。`,
  illegal: (text) => `${text}は、このルールでは使えません。`,
  unread: (text) => `「${text}」は判定として読めません。1H2B または 12 のように入力してください。`,
  own: "自分の推理",
  oneStep: "1手先まで計算（未証明）",
  searching: "すべての推理を比較しています…",
  noSearch: "計算できませんでした。ページを再読み込みしてください。",
  contradiction: "当てはまる答えがありません",
  correct: "すべての判定に合う答えはありません。1つだけ間違っているとすれば、次のどれかです。",
  noCorrection: "すべての判定に合う答えはありません。2つ以上間違っているようです。いくつか戻ってください。",
  correction: (turn, feedback, given, left) => `${turn}回目：${given} → ${feedback}（残り${ja(left)}通り）`,
  byEntropy: (code, bits, left) =>
    `情報量で選ぶと：${code}。判定の情報量は${ja(bits)}ビット、残りは平均${ja(left)}通り。`,
  bySize: (code, bits, left) => `残りの数で選ぶと：${code}。残りは平均${ja(left)}通り、情報量は${ja(bits)}ビット。`,
  average: (left) => `判定のあとに残る候補は、平均${ja(left)}通りです。`,
  better: (code) => `ここでのおすすめ：${code}`,
  proven: "最善と証明済み",
  known: "知られている最善手",
  expected: (average, worst) => `この推理を含めて、あと平均${ja(average)}手、多くても${ja(worst)}手で当たります。`,
  whyProven: "平均がこれより少なくなる推理はないと証明されています。",
  whyKnown: "これより良い推理は知られていませんが、最善かどうかは未証明です。",
  whySeldom: "7手かかる答えがなるべく少なくなる選び方です。そのかわり、平均は少し増えます。",
  cells: (candidates, cells, largest) =>
    `${ja(candidates)}通りの候補が、判定によって${cells}組に分かれます。いちばん多い組は${ja(largest)}通りです。`,
  splits: "どの判定でも候補が1つに絞れるので、次の推理で必ず当たります。",
  candidate: "この推理自体も候補の1つです。",
  noCandidate: "この推理は答えの候補ではありませんが、候補をよく絞り込めます。",
  only: "候補はこれだけです。",
  left: (count) => `候補は残り${ja(count)}通り`,
  many: (limit) => `${limit}通り以下になると、ここに一覧を表示します。`,
  status: (turn, code, left) => `${turn}回目の推理：${code}。候補は残り${ja(left)}通り。`,
  noBook: (name) => `「${name}」の定跡書はありません。下からルールを選んでください。いまは4x10を表示しています。`,
  noCode: (text, turn) => `リンクの${turn}回目の推理${text}は、このルールでは使えません。その前の状態を表示しています。`,
  noFeedback: (text, turn) => `リンクの${turn}回目の判定は${text}ですが、ここでその判定はありえません。その前の状態を表示しています。`,
  tooLong: (turn) => `このゲームは${turn}手で終わっています。リンクのそれより後の部分は省きました。`,
  copied: "コピーしました",
  notCopied: "アドレスバーのURLをコピーしてください",
  hidden: (rules) => `${JAPANESE.rules(rules)}のコードを隠しました。`,
  noRules: (name) =>
    `「${name}」はこのページで使えないルールです。桁数x数字の種類の形で、4x10や、重複ありなら4x6rのように入力してください（10種類、50,000通りまで）。`,
  twice: (symbol) => `${symbol}はもう入っています。同じものは2度使えません。`,
  incomplete: (missing) => `あと${missing}つ入力してください。`,
  given: (code, { hits, blows }) => `${code}：${hits}ヒット、${blows}ブロー。`,
  gaveUp: (code) => `答えは${code ? `${code}でした。` : "…"}`,
  nothing: "未入力",
  line: (turns) => `定跡書なら${turns}手で当たります`,
  explorer: "ja.html",
  leaves: (before, after, average) =>
    `候補${ja(before)}→${ja(after)}通り。この推理のあとに残るのは平均${ja(average)}通りです。`,
  explore: "最善手を見る",
  exploreTurn: (turn) => `${turn}回目の推理の前の最善手を見る`,
  result: (notation, turns) => `hitblow 練習 ${notation} · ${turns}手`,
  resultCopied: "結果をコピーしました",
  failed: "データを読み込めませんでした。接続を確認して、ページを再読み込みしてください。",
};

export const words = document.documentElement.lang === "ja" ? JAPANESE : ENGLISH;
