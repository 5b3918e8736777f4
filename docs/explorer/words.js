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
  refused: (text) => `${text} is not possible here.`,
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
  noFeedback: (text, turn) =>
    `The address says ${text} for guess ${turn}, which is not possible there. This is the position before it.`,
  tooLong: (turn) => `The game of this address ends with guess ${turn}. The rest of it is left out.`,
  copied: "Link copied",
  notCopied: "Copy the address of this page from the address bar",
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
  refused: (text) => `ここで${text}になることはありません。`,
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
  noFeedback: (text, turn) => `リンクの${turn}回目の判定は${text}ですが、ここでその判定はありえません。その前の状態を表示しています。`,
  tooLong: (turn) => `このゲームは${turn}手で終わっています。リンクのそれより後の部分は省きました。`,
  copied: "コピーしました",
  notCopied: "アドレスバーのURLをコピーしてください",
  failed: "データを読み込めませんでした。接続を確認して、ページを再読み込みしてください。",
};

export const words = document.documentElement.lang === "ja" ? JAPANESE : ENGLISH;
