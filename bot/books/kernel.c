/* The search for the lowest cost of a set of candidates. `bot.books.kernel` compiles and calls it.

   A set of up to 64 candidates is a bit set in one word. The table of such a set has, for each guess, the bit sets of
   its cells without the winning one. The table of a subset follows from that of the set: every word is intersected with
   the subset, empty words are dropped, and so are guesses that divide the subset like an earlier one or not at all.
   Larger sets are arrays of the numbers of codes, and their guesses are compared by counting cells, those of LANES guesses
   at once.

   Costs of sets are remembered under the sums of random 128-bit keys of their candidates. Equal guesses are found by
   64-bit hashes of their cells. */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64, LEVELS = 24, BLOCK = 256, MAX_FEEDBACKS = 72, PROBES = 8, SMALLEST_SEARCHED = 3, STAGES = 3 };

enum { LANES = 32, MAX_BYTE = 255, IDEAL_LEVELS = 8, AT_ONCE = 4, FEEDBACK_BITS = 32, MOST_FEW = 64 };

typedef uint8_t bytes __attribute__((vector_size(LANES)));
typedef uint16_t shorts __attribute__((vector_size(2 * LANES)));

/* Guesses of sets of which only a lower bound is known: from the sizes of the cells of all guesses, or from the size of the
   set alone. */
enum { BOUND = -1, BOUND_OF_SIZE = -2 };

#define INFINITE ((int64_t)1 << 60)

typedef struct {
    uint64_t a, b;
} key;

typedef struct {
    key set;
    int64_t cost;  /* the cost, or a lower bound */
    int32_t guess; /* the best guess, or -1 if `cost` is a lower bound */
} entry;

typedef struct {
    uint64_t *words;  /* the cells of all guesses */
    int32_t *starts;  /* for each guess, the index of its first word */
    int32_t *guesses; /* the numbers of the guesses */
    int64_t *bounds;  /* lower bounds of the costs of the guesses */
    int32_t count;    /* number of guesses */
} table;

/* A guess for a set that is not small. */
typedef struct {
    int64_t place;  /* in the order of guesses, see `in_order` */
    int64_t likely; /* the likely cost */
    int64_t bound;  /* a lower bound of the cost, from the sizes of the cells */
    int32_t guess;
} option;

typedef struct {
    int32_t codes, win, turns;
    const uint8_t *feedback;       /* codes x codes, symmetric, and LANES bytes that do not matter */
    const key *keys;               /* of each code */
    const int64_t *guess_costs;    /* for each turn; the last stands for all later ones */
    const int64_t *least;          /* turns x (codes + 1): lower bounds by the number of candidates */
    const uint16_t *found;         /* win x IDEAL_LEVELS: how many secrets in a cell of each feedback the first k guesses find */
    uint16_t fewest_found[IDEAL_LEVELS]; /* the fewest secrets that the first guesses find in a cell of any feedback */
    const int64_t *likely;         /* codes + 1: likely costs, which order the guesses of sets that are not small */
    int64_t width;                 /* number of guesses to try for sets of more than `exhaustive_up_to` candidates */
    int64_t exhaustive_up_to;
    int64_t memo_size;             /* a power of two */
    volatile int64_t stop;         /* other than 0: stop as soon as possible */
    int64_t sets;                  /* number of sets that were searched */
    entry *memo;
    table tables[LEVELS];
    uint64_t *hashes;              /* of the guesses of the table being made */
    uint32_t *stamps;              /* the table that each hash belongs to */
    uint64_t most_hashes;          /* a power of two */
    uint32_t stamp;
    uint64_t hash_mask;
    int32_t *everything;           /* the numbers of all codes */
    uint8_t *parts;                /* the numbers of cells of all guesses */
    uint64_t cells[BLOCK * MAX_FEEDBACKS]; /* of the guesses of a block */
    bytes rows[MAX_BYTE];          /* feedbacks of some candidates for some guesses */
    shorts counts[MAX_FEEDBACKS + AT_ONCE]; /* the sizes of the cells of these guesses */
    uint8_t between[WORD_SIZE][WORD_SIZE]; /* feedback between the candidates of the set of level 0 */
} search;

static inline int64_t min64(int64_t x, int64_t y) { return x < y ? x : y; }

static inline int64_t max64(int64_t x, int64_t y) { return x > y ? x : y; }

/* A hash of a word; that of 0 is 0. This is the last step of MurmurHash3: sums of the hashes of small words have to differ. */
static inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDu;
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53u;
    return x ^ x >> 33;
}

static inline uint64_t all_bits(int n) { return ~(uint64_t)0 >> (WORD_SIZE - n); }

static inline int next_turn(const search *s, int turn) { return turn + 1 < s->turns ? turn + 1 : s->turns - 1; }

static inline const int64_t *least_in(const search *s, int turn) {
    return s->least + (int64_t)turn * (s->codes + 1);
}

/* A lower bound of the cost of a cell, from the number of candidates that each guess of an ideal tree leaves. */
static int64_t least_of_cell(const search *s, int turn, int feedback, int64_t size) {
    const uint16_t *found = s->found + feedback * IDEAL_LEVELS;
    int64_t cost = 0;
    for (int k = 0; k < IDEAL_LEVELS && found[k] < size; k++, turn = next_turn(s, turn))
        cost += s->guess_costs[turn] * (size - found[k]);
    return cost;
}

static inline const uint8_t *row_of(const search *s, int32_t code) { return s->feedback + (int64_t)code * s->codes; }

/* Memory of costs */

static key key_of(const search *s, const int32_t *ids, int n, int turn) {
    key k = {mix((uint64_t)turn + 1), 0};
    for (int j = 0; j < n; j++) {
        k.a += s->keys[ids[j]].a;
        k.b += s->keys[ids[j]].b;
    }
    return k;
}

static key key_of_bits(const search *s, const int32_t *ids, uint64_t set, int turn) {
    key k = {mix((uint64_t)turn + 1), 0};
    for (; set; set &= set - 1) {
        const key *one = &s->keys[ids[__builtin_ctzll(set)]];
        k.a += one->a;
        k.b += one->b;
    }
    return k;
}

static const entry *recall(const search *s, key k) {
    for (int i = 0; i < PROBES; i++) {
        const entry *e = &s->memo[(k.a + i) & (s->memo_size - 1)];
        if (e->set.a == k.a && e->set.b == k.b) return e;
    }
    return NULL;
}

/* Keeps a cost in place of an older one of the set, of nothing, of a lower bound, or of any other. */
static void remember(search *s, key k, int64_t cost, int32_t guess) {
    entry *chosen = &s->memo[k.a & (s->memo_size - 1)];
    int rank = 3;
    for (int i = 0; i < PROBES; i++) {
        entry *e = &s->memo[(k.a + i) & (s->memo_size - 1)];
        if (e->set.a == k.a && e->set.b == k.b) {
            chosen = e;
            break;
        }
        int found = !e->set.a && !e->set.b ? 0 : e->guess < 0 ? 1 : 2;
        if (found < rank && found < 2) {
            rank = found;
            chosen = e;
        }
    }
    *chosen = (entry){k, cost, guess};
}

/* Tables of small sets */

static bool is_new(search *s, uint64_t hash) {
    uint64_t i = hash & s->hash_mask;
    for (; s->stamps[i] == s->stamp; i = (i + 1) & s->hash_mask)
        if (s->hashes[i] == hash) return false;
    s->stamps[i] = s->stamp;
    s->hashes[i] = hash;
    return true;
}

static void begin_table(search *s, int32_t guesses) {
    s->hash_mask = s->most_hashes - 1;
    while (s->hash_mask / 4 > (uint64_t)guesses) s->hash_mask /= 2;
    if (++s->stamp == 0) {
        memset(s->stamps, 0, s->most_hashes * sizeof *s->stamps);
        s->stamp = 1;
    }
}

/* Adds guesses to the table of level 0; candidates only if they are the guesses themselves. */
static void add_guesses(search *s, const int32_t *ids, int n, const int32_t *guesses, int count, bool candidates) {
    uint64_t *cells = s->cells;
    const int width = s->win + 1;
    table *t = &s->tables[0];
    const uint64_t full = all_bits(n);
    for (int first = 0; first < count; first += BLOCK) {
        const int32_t *block = guesses + first;
        const int size = count - first < BLOCK ? count - first : BLOCK;
        memset(cells, 0, sizeof *cells * size * width);
        for (int j = 0; j < n; j++) {
            const uint8_t *row = row_of(s, ids[j]);
            for (int i = 0; i < size; i++) cells[i * width + row[block[i]]] |= (uint64_t)1 << j;
        }
        for (int i = 0; i < size; i++) {
            if (!candidates && cells[i * width + s->win]) continue;
            const int32_t begin = t->starts[t->count];
            int32_t out = begin;
            uint64_t hash = 0;
            for (int f = 0; f < s->win; f++) {
                const uint64_t w = cells[i * width + f];
                t->words[out] = w;
                out += w != 0;
                hash += mix(w);
            }
            if (t->words[begin] == full || !is_new(s, hash)) continue;
            t->guesses[t->count++] = block[i];
            t->starts[t->count] = out;
        }
    }
}

static void make_table(search *s, const int32_t *ids, int n) {
    begin_table(s, s->codes);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s->between[i][j] = row_of(s, ids[i])[ids[j]];
    s->tables[0].count = 0;
    s->tables[0].starts[0] = 0;
    add_guesses(s, ids, n, ids, n, true);
    add_guesses(s, ids, n, s->everything, s->codes, false);
}

static void shrink_table(search *s, int level, uint64_t set) {
    const table *from = &s->tables[level];
    begin_table(s, from->count);
    table *to = &s->tables[level + 1];
    int32_t count = 0, out = 0;
    for (int32_t i = 0; i < from->count; i++) {
        const int32_t begin = out;
        uint64_t hash = 0;
        for (int32_t k = from->starts[i]; k < from->starts[i + 1]; k++) {
            const uint64_t w = from->words[k] & set; /* no branch: which words are empty cannot be predicted */
            to->words[out] = w;
            out += w != 0;
            hash += mix(w);
        }
        if (to->words[begin] == set || !is_new(s, hash)) {
            out = begin;
            continue;
        }
        to->starts[count] = begin;
        to->guesses[count++] = from->guesses[i];
    }
    to->starts[count] = out;
    to->count = count;
}

/* Remembers the lowest of the bounds of all guesses, which is the cost if a guess leads to it. Tells it, or a higher bound
   that is known. */
static int64_t remember_lowest(search *s, key k, int64_t lowest, int32_t solved) {
    s->sets++;
    if (solved < 0) {
        const entry *e = recall(s, k);
        if (e) lowest = max64(lowest, e->cost);
    }
    remember(s, k, lowest, solved);
    return lowest;
}

/* Finds the lowest of the bounds of all guesses of a table for a subset of its set, and a guess that leads to it, or -1.
   Stops at a guess with a cost of `least_cost`, below which there is none. Keeps the bounds of the guesses if `kept`. */
static int64_t lowest_in_table(search *s, int level, uint64_t set, int n, int turn, int64_t least_cost, bool kept,
                               int32_t *solved) {
    table *t = &s->tables[level];
    const int64_t *least = least_in(s, next_turn(s, turn));
    const int64_t base = s->guess_costs[turn] * n;
    int64_t lowest = INFINITE;
    *solved = -1;
    for (int32_t i = 0; i < t->count; i++) {
        int64_t bound = base;
        int largest = 0;
        for (int32_t j = t->starts[i]; j < t->starts[i + 1]; j++) {
            const int size = __builtin_popcountll(t->words[j] & set);
            bound += least[size];
            largest = size > largest ? size : largest;
        }
        if (kept) t->bounds[i] = bound;
        const bool is_cost = largest < SMALLEST_SEARCHED;
        if (largest < n && (bound < lowest || (bound == lowest && *solved < 0 && is_cost))) {
            lowest = bound;
            *solved = is_cost ? t->guesses[i] : -1;
            if (is_cost && bound <= least_cost) break;
        }
    }
    return lowest;
}

/* The index of the first candidate that puts every other one in a cell of its own, or -1. */
static int find_splitter_among(const search *s, uint64_t set, int n) {
    if (n > s->win + 1) return -1;
    for (uint64_t guesses = set; guesses; guesses &= guesses - 1) {
        const uint8_t *row = s->between[__builtin_ctzll(guesses)];
        unsigned __int128 seen = 0;
        uint64_t left = set;
        for (; left; left &= left - 1) {
            const unsigned __int128 bit = (unsigned __int128)1 << row[__builtin_ctzll(left)];
            if (seen & bit) break;
            seen |= bit;
        }
        if (!left) return __builtin_ctzll(guesses);
    }
    return -1;
}

/* Remembers what is known of a set with a splitter, or of one without a splitter that is not larger than those with one.
   Tells a lower bound of its cost. */
static int64_t remember_splitter(search *s, key k, int n, int turn, int32_t splitter) {
    const int64_t least = least_in(s, turn)[n] + (splitter < 0 ? s->guess_costs[next_turn(s, turn)] : 0);
    remember(s, k, least, splitter < 0 ? BOUND_OF_SIZE : splitter);
    return least;
}

/* A lower bound of the cost of a guess, and whether it is the cost. */
static int64_t bound_of_guess(const search *s, const int32_t *ids, int n, int32_t guess, int turn, bool *is_cost) {
    uint8_t sizes[FEEDBACK_BITS] = {0};
    *is_cost = true;
    for (int j = 0; j < n; j++) *is_cost &= ++sizes[row_of(s, ids[j])[guess]] < SMALLEST_SEARCHED;
    int64_t bound = s->guess_costs[turn] * n;
    for (int f = 0; f < s->win; f++) bound += least_of_cell(s, next_turn(s, turn), f, sizes[f]);
    return bound;
}

/* Whether `lowest_of_few` takes less time than counting all cells. */
static bool is_few(const search *s, int n) { return n <= MOST_FEW && s->win < FEEDBACK_BITS; }

/* Sets the numbers of cells of all guesses, the winning one included. */
static void count_parts(search *s, const int32_t *ids, int n) {
    for (int32_t first = 0; first < s->codes; first += BLOCK) {
        const int size = s->codes - first < BLOCK ? s->codes - first : BLOCK;
        uint32_t cells[BLOCK] = {0};
        for (int j = 0; j < n; j++) {
            const uint8_t *row = row_of(s, ids[j]) + first;
            for (int i = 0; i < size; i++) cells[i] |= (uint32_t)1 << row[i];
        }
        for (int i = 0; i < size; i++) s->parts[first + i] = __builtin_popcount(cells[i]);
    }
}

/* As `lowest_in_table`, for few candidates. Each cell of a guess saves a guess for one candidate, so that only the guesses
   with the most cells need to be looked at, and the candidates themselves. */
static int64_t lowest_of_few(search *s, const int32_t *ids, int n, int turn, int64_t least_cost, int32_t *solved) {
    const int after = next_turn(s, turn);
    const int64_t saved = s->guess_costs[next_turn(s, after)];
    const int64_t most_cost = (s->guess_costs[turn] + s->guess_costs[after] + saved) * n;
    int64_t lowest = INFINITE;
    bool is_cost;
    *solved = -1;
    count_parts(s, ids, n);
    for (int j = 0; j < n; j++) {
        const int64_t least = most_cost - saved * s->parts[ids[j]] - s->guess_costs[after];
        if (least > lowest) continue;
        const int64_t bound = bound_of_guess(s, ids, n, ids[j], turn, &is_cost);
        if (bound < lowest || (bound == lowest && *solved < 0 && is_cost)) {
            lowest = bound;
            *solved = is_cost ? ids[j] : -1;
        }
    }
    uint8_t most = 0;
    for (int32_t i = 0; i < s->codes; i++) most = s->parts[i] > most ? s->parts[i] : most;
    for (; most > 1 && most_cost - saved * most < lowest + (*solved < 0); most--) {
        const uint8_t *part = s->parts, *end = part + s->codes;
        for (; (part = memchr(part, most, end - part)); part++) {
            const int32_t guess = (int32_t)(part - s->parts);
            const int64_t bound = bound_of_guess(s, ids, n, guess, turn, &is_cost);
            if (bound > lowest || (bound == lowest && (*solved >= 0 || !is_cost))) continue;
            lowest = bound;
            *solved = is_cost ? guess : -1;
            if (is_cost && (lowest <= least_cost || lowest == most_cost - saved * most)) return lowest;
        }
    }
    return lowest;
}

/* As `lowest_in_table`, without keeping bounds. */
static int64_t lowest_of_subset(search *s, const int32_t *ids, int level, uint64_t set, int n, int turn,
                                int64_t least_cost, int32_t *solved) {
    const table *t = &s->tables[level];
    if (!is_few(s, n) || (int64_t)t->starts[t->count] * 8 < (int64_t)s->codes * n)
        return lowest_in_table(s, level, set, n, turn, least_cost, false, solved);
    int32_t few[WORD_SIZE];
    for (int j = 0; set; set &= set - 1) few[j++] = ids[__builtin_ctzll(set)];
    return lowest_of_few(s, few, n, turn, least_cost, solved);
}

/* A lower bound of the cost of a subset of the set of a table, and whether it is the cost. The bound of the first stage
   needs no table. */
static int64_t probe(search *s, const int32_t *ids, int level, uint64_t set, int n, int turn, int stage, bool *exact) {
    const key k = key_of_bits(s, ids, set, turn);
    const entry *e = recall(s, k);
    *exact = e && e->guess >= 0;
    if (e && (stage == 0 || e->guess != BOUND_OF_SIZE)) return e->cost;
    int64_t least = e ? e->cost : least_in(s, turn)[n];
    if (!e && n <= s->win + 1) {
        const int splitter = find_splitter_among(s, set, n);
        least = remember_splitter(s, k, n, turn, splitter < 0 ? -1 : ids[splitter]);
        *exact = splitter >= 0;
        if (*exact) return least;
    }
    if (stage == 0) return least;
    int32_t solved;
    const int64_t lowest = lowest_of_subset(s, ids, level, set, n, turn, least, &solved);
    *exact = solved >= 0;
    return remember_lowest(s, k, lowest, solved);
}

/* The order in which guesses are looked at: by their bounds and, of equal ones, those in later stages first. In the first
   stage, the bound is that of the sizes of the cells. In the second, the cells have been looked at, in the third their
   tables too. Then the cells are searched. */
static int64_t in_order(int64_t bound, int stage) { return bound * STAGES + (STAGES - 1 - stage); }

static int stage_of(int64_t place) { return STAGES - 1 - (int)(place % STAGES); }

static int64_t lowest_index(const int64_t *values, int64_t count) {
    int64_t best = 0;
    for (int64_t i = 1; i < count; i++)
        if (values[i] < values[best]) best = i;
    return best;
}

static bool is_before(const option *x, const option *y) {
    return x->place < y->place || (x->place == y->place && x->likely < y->likely);
}

/* Restores the order of a heap, whose first option is the next one, after the place of one of them rose. */
static void sift(option *heap, int64_t count, int64_t i) {
    const option risen = heap[i];
    for (int64_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && is_before(&heap[child + 1], &heap[child])) child++;
        if (!is_before(&heap[child], &risen)) break;
        heap[i] = heap[child];
    }
    heap[i] = risen;
}

/* Tells the cost of a subset of the set of a table if it is below the cutoff, else a number that is not. If the level is
   -1, the table of the set itself is at level 0. */
static int64_t solve_small(search *s, const int32_t *ids, int level, uint64_t set, int n, int turn, int64_t cutoff) {
    const key k = key_of_bits(s, ids, set, turn);
    const entry *e = recall(s, k);
    if (e && (e->guess >= 0 || e->cost >= cutoff)) return e->cost;
    if (level >= 0) shrink_table(s, level, set);
    level++;
    int32_t solved;
    int64_t lower_bound = e ? e->cost : least_in(s, turn)[n];
    lower_bound = lowest_in_table(s, level, set, n, turn, lower_bound, true, &solved);
    lower_bound = remember_lowest(s, k, lower_bound, solved);
    if (solved >= 0 || lower_bound >= cutoff || s->stop) return lower_bound;
    table *t = &s->tables[level];
    const int after = next_turn(s, turn);
    const int64_t *least = least_in(s, after);
    uint64_t cells[WORD_SIZE];
    int64_t known[WORD_SIZE];
    int sizes[WORD_SIZE];
    bool exact[WORD_SIZE];
    int32_t best = -1;
    for (int32_t i = 0; i < t->count; i++) t->bounds[i] = in_order(t->bounds[i], 0);
    for (int64_t tried = 0; n <= s->exhaustive_up_to || tried < s->width;) {
        const int64_t i = lowest_index(t->bounds, t->count);
        const int stage = stage_of(t->bounds[i]);
        if (t->bounds[i] >= in_order(cutoff, STAGES - 1)) break;
        int64_t total = s->guess_costs[turn] * n;
        int parts = 0;
        for (int32_t w = t->starts[i]; w < t->starts[i + 1]; w++) {
            const int size = __builtin_popcountll(t->words[w]);
            total += least[size];
            if (size < SMALLEST_SEARCHED) continue;
            int j = parts++;
            for (; j > 0 && sizes[j - 1] > size; j--) {
                sizes[j] = sizes[j - 1];
                cells[j] = cells[j - 1];
            }
            sizes[j] = size;
            cells[j] = t->words[w];
        }
        bool solution = true;
        for (int j = 0; j < parts && total < cutoff; j++) {
            known[j] = probe(s, ids, level, cells[j], sizes[j], after, stage, &exact[j]);
            total += known[j] - least[sizes[j]];
            solution = solution && exact[j];
        }
        if (stage < STAGES - 1 && !solution) {
            t->bounds[i] = in_order(total, stage + 1);
            continue;
        }
        t->bounds[i] = in_order(INFINITE, 0);
        for (int j = 0; j < parts && total < cutoff; j++)
            if (!exact[j])
                total += solve_small(s, ids, level, cells[j], sizes[j], after, cutoff - total + known[j]) - known[j];
        if (s->stop) return INFINITE;
        tried++;
        if (total < cutoff) {
            cutoff = total;
            best = t->guesses[i];
            if (total <= lower_bound) break;
        }
    }
    remember(s, k, cutoff, best);
    return cutoff;
}

/* Sets of any size */

/* The first candidate that puts every other one in a cell of its own, or -1. */
static int32_t find_splitter(const search *s, const int32_t *ids, int n) {
    if (n > s->win + 1) return -1;
    for (int i = 0; i < n; i++) {
        const uint8_t *row = row_of(s, ids[i]);
        bool seen[MAX_FEEDBACKS] = {false};
        int j = 0;
        while (j < n && !seen[row[ids[j]]]) seen[row[ids[j++]]] = true;
        if (j == n) return ids[i];
    }
    return -1;
}

/* Counts the cells of up to LANES guesses, in ascending order. */
static void count_cells(search *s, const int32_t *ids, int n, const int32_t *guesses, int count) {
    const bool adjacent = guesses[count - 1] - guesses[0] == count - 1;
    memset(s->counts, 0, sizeof *s->counts * (s->win + AT_ONCE));
    for (int first = 0; first < n; first += MAX_BYTE) {
        const int size = n - first < MAX_BYTE ? n - first : MAX_BYTE;
        for (int j = 0; j < size; j++) {
            const uint8_t *row = row_of(s, ids[first + j]);
            if (adjacent) memcpy(&s->rows[j], row + guesses[0], LANES);
            else for (int i = 0; i < count; i++) s->rows[j][i] = row[guesses[i]];
        }
        for (int f = 0; f < s->win; f += AT_ONCE) { /* several, because each sum waits for its last addition */
            bytes found[AT_ONCE] = {0};
            for (int j = 0; j < size; j++) {
                const bytes row = s->rows[j];
                for (int i = 0; i < AT_ONCE; i++) found[i] -= (bytes)(row == (uint8_t)(f + i));
            }
            for (int i = 0; i < AT_ONCE; i++) s->counts[f + i] += __builtin_convertvector(found[i], shorts);
        }
    }
}

/* Sets how many candidates the first k guesses in the cells of each counted guess leave at least. */
static void count_left(const search *s, int k, uint16_t *left) {
    uint16_t at_least[LANES] = {0}, all_found = 0; /* modulo 2^16, as is what is left */
    for (int f = 0; f < s->win; f++) {
        const uint16_t found = s->found[f * IDEAL_LEVELS + k];
        all_found += found;
        for (int i = 0; i < LANES; i++) {
            const uint16_t size = s->counts[f][i];
            at_least[i] += size > found ? size : found;
        }
    }
    for (int i = 0; i < LANES; i++) left[i] = at_least[i] - all_found;
}

/* Sets lower bounds of the costs of counted guesses. */
static void bound_counted(const search *s, int n, int turn, int64_t *bounds) {
    uint32_t guesses[LANES] = {0}; /* that cost the same */
    for (int i = 0; i < LANES; i++) bounds[i] = s->guess_costs[turn] * n;
    for (int k = 0; k < IDEAL_LEVELS; k++) {
        uint16_t left[LANES];
        turn = next_turn(s, turn);
        count_left(s, k, left);
        for (int i = 0; i < LANES; i++) guesses[i] += left[i];
        const bool last = k == IDEAL_LEVELS - 1 || n <= s->fewest_found[k + 1];
        const int64_t cost = s->guess_costs[turn];
        if (!last && cost == s->guess_costs[next_turn(s, turn)]) continue;
        for (int i = 0; i < LANES; i++) bounds[i] += cost * guesses[i], guesses[i] = 0;
        if (last) break;
    }
}

static void largest_counted(const search *s, uint16_t *largest) {
    memset(largest, 0, sizeof *largest * LANES);
    for (int f = 0; f < s->win; f++) {
        for (int i = 0; i < LANES; i++) largest[i] = s->counts[f][i] > largest[i] ? s->counts[f][i] : largest[i];
    }
}

/* Sets the lower bounds of the costs of guesses, and their likely costs unless `likely` is NULL. */
static void compute_bounds(search *s, const int32_t *ids, int n, const int32_t *pool, int64_t count, int turn,
                           int64_t *bounds, int64_t *likely) {
    for (int64_t first = 0; first < count; first += LANES) {
        const int size = count - first < LANES ? (int)(count - first) : LANES;
        int64_t found[LANES];
        uint16_t largest[LANES];
        count_cells(s, ids, n, pool + first, size);
        bound_counted(s, n, turn, found);
        largest_counted(s, largest);
        for (int i = 0; i < size; i++) {
            bounds[first + i] = largest[i] < n ? found[i] : INFINITE;
            if (!likely) continue;
            likely[first + i] = 0;
            for (int f = 0; f < s->win; f++) likely[first + i] += s->likely[s->counts[f][i]];
        }
    }
}

/* The same for a set of any size. */
static int64_t lowest_of_all(search *s, const int32_t *ids, int n, int turn, int64_t least_cost, int32_t *solved) {
    if (is_few(s, n)) return lowest_of_few(s, ids, n, turn, least_cost, solved);
    int64_t lowest = INFINITE, bounds[LANES];
    *solved = -1;
    for (int32_t first = 0; first < s->codes; first += LANES) {
        const int size = s->codes - first < LANES ? s->codes - first : LANES;
        count_cells(s, ids, n, s->everything + first, size);
        bound_counted(s, n, turn, bounds);
        int64_t better = 0; /* the number of guesses that may be better */
        for (int i = 0; i < LANES; i++) better += bounds[i] < lowest + (*solved < 0);
        if (!better) continue;
        uint16_t largest[LANES];
        largest_counted(s, largest);
        for (int i = 0; i < size; i++) {
            const bool is_cost = largest[i] < SMALLEST_SEARCHED;
            if (largest[i] < n && (bounds[i] < lowest || (bounds[i] == lowest && *solved < 0 && is_cost))) {
                lowest = bounds[i];
                *solved = is_cost ? first + i : -1;
                if (is_cost && lowest <= least_cost) return lowest;
            }
        }
    }
    return lowest;
}

/* Orders the candidates by their cells, the smallest cells first. */
static void divide(const search *s, const int32_t *ids, int n, int32_t guess, int32_t *divided, int32_t *starts,
                   int *feedbacks) {
    const uint8_t *row = row_of(s, guess);
    int32_t counts[MAX_FEEDBACKS] = {0}, next[MAX_FEEDBACKS];
    for (int j = 0; j < n; j++) counts[row[ids[j]]]++;
    for (int f = 0; f < s->win; f++) {
        int k = f;
        for (; k > 0 && counts[feedbacks[k - 1]] > counts[f]; k--) feedbacks[k] = feedbacks[k - 1];
        feedbacks[k] = f;
    }
    starts[0] = 0;
    for (int k = 0; k < s->win; k++) {
        next[feedbacks[k]] = starts[k];
        starts[k + 1] = starts[k] + counts[feedbacks[k]];
    }
    for (int j = 0; j < n; j++)
        if (row[ids[j]] != s->win) divided[next[row[ids[j]]]++] = ids[j];
}

static int64_t guess_bound(search *s, const int32_t *ids, int n, int32_t guess, int turn) {
    int64_t bound;
    compute_bounds(s, ids, n, &guess, 1, turn, &bound, NULL);
    return bound;
}

/* As `probe`, for a set of any size. */
static int64_t probe_set(search *s, const int32_t *ids, int n, int turn, int feedback, int stage, bool *exact) {
    const key k = key_of(s, ids, n, turn);
    const entry *e = recall(s, k);
    *exact = e && e->guess >= 0;
    if (e && (stage == 0 || e->guess != BOUND_OF_SIZE)) return e->cost;
    int64_t least = e ? e->cost : least_of_cell(s, turn, feedback, n);
    if (!e && n <= s->win + 1) {
        const int32_t splitter = find_splitter(s, ids, n);
        least = remember_splitter(s, k, n, turn, splitter);
        *exact = splitter >= 0;
        if (*exact) return least;
    }
    if (stage == 0) return least;
    int32_t solved;
    const int64_t lowest = lowest_of_all(s, ids, n, turn, least, &solved);
    *exact = solved >= 0;
    return remember_lowest(s, k, lowest, solved);
}

static int64_t solve_set(search *s, const int32_t *ids, int n, const int32_t *pool, int64_t pool_size,
                         const int32_t *below, int64_t below_size, int turn, int64_t cutoff);

/* Tells the cost after a guess if it is below the cutoff, else a number that is not. Before the last stage, tells a lower
   bound and whether it is the cost. */
static int64_t solve_guess(search *s, const int32_t *ids, int n, int32_t guess, int64_t bound, const int32_t *below,
                           int64_t below_size, int turn, int64_t cutoff, int stage, bool *solved) {
    const int after = next_turn(s, turn);
    int32_t *divided = malloc(sizeof *divided * n), starts[MAX_FEEDBACKS + 1];
    int feedbacks[MAX_FEEDBACKS];
    int64_t known[MAX_FEEDBACKS], total = bound;
    bool exact[MAX_FEEDBACKS];
    *solved = true;
    divide(s, ids, n, guess, divided, starts, feedbacks);
    for (int k = 0; k < s->win && total < cutoff; k++) {
        const int size = starts[k + 1] - starts[k];
        exact[k] = size < SMALLEST_SEARCHED;
        if (exact[k]) continue;
        const int64_t least = least_of_cell(s, after, feedbacks[k], size);
        known[k] = max64(least, probe_set(s, divided + starts[k], size, after, feedbacks[k], stage, &exact[k]));
        total += known[k] - least;
        *solved = *solved && exact[k];
    }
    /* In a complete search, each cell only has to cost its share of what is missing to the cutoff. Where a cell costs less,
       the shares of others are larger. That takes less time than to search one cell after the other for its cost. */
    const bool limited = n > s->exhaustive_up_to;
    for (int64_t open = stage == STAGES - 1; open > 0 && total < cutoff;) {
        open = 0;
        for (int k = 0; k < s->win; k++) open += exact[k] ? 0 : starts[k + 1] - starts[k];
        int64_t rest = open;
        for (int k = 0; k < s->win && total < cutoff; k++) {
            if (exact[k]) continue;
            const int size = starts[k + 1] - starts[k];
            const __int128 missing = cutoff - total;
            const int64_t enough = known[k] + (int64_t)(limited ? missing : (missing * size + rest - 1) / rest);
            const int64_t cost = solve_set(s, divided + starts[k], size, below, below_size, s->everything, s->codes, after,
                                           enough);
            rest -= size;
            exact[k] = cost < enough;
            total += cost - known[k];
            known[k] = cost;
        }
    }
    free(divided);
    return total;
}

static int64_t solve_set(search *s, const int32_t *ids, int n, const int32_t *pool, int64_t pool_size,
                         const int32_t *below, int64_t below_size, int turn, int64_t cutoff) {
    if (n < SMALLEST_SEARCHED) return least_in(s, turn)[n];
    const key k = key_of(s, ids, n, turn);
    const entry *e = recall(s, k);
    if (e && (e->guess >= 0 || e->cost >= cutoff)) return e->cost;
    const int32_t splitter = find_splitter(s, ids, n);
    if (splitter >= 0) {
        return remember_splitter(s, k, n, turn, splitter);
    }
    if (n <= WORD_SIZE) {
        make_table(s, ids, n);
        return solve_small(s, ids, -1, all_bits(n), n, turn, cutoff);
    }
    int64_t *bounds = malloc(sizeof *bounds * pool_size * 2), *likely = bounds + pool_size, count = 0;
    option *options = malloc(sizeof *options * pool_size);
    const bool limited = n > s->exhaustive_up_to;
    s->sets++;
    compute_bounds(s, ids, n, pool, pool_size, turn, bounds, likely);
    int64_t lower_bound = bounds[lowest_index(bounds, pool_size)];
    if (e) lower_bound = max64(lower_bound, e->cost);
    remember(s, k, lower_bound, BOUND);
    /* A search that is not complete takes the guesses with the lowest likely costs. */
    const int64_t last_stage = in_order(0, STAGES - 1);
    for (int64_t i = 0; i < pool_size; i++)
        if (bounds[i] < cutoff)
            options[count++] = (option){limited ? last_stage : in_order(bounds[i], 0), likely[i], bounds[i], pool[i]};
    free(bounds);
    for (int64_t i = count / 2 - 1; i >= 0; i--) sift(options, count, i);
    option *const o = options;
    int32_t best = -1;
    for (int64_t tried = 0; count && (!limited || tried < s->width) && lower_bound < cutoff; sift(options, count, 0)) {
        if (o->place >= in_order(cutoff, STAGES - 1)) break;
        const int stage = stage_of(o->place);
        bool solved;
        const int64_t total =
            solve_guess(s, ids, n, o->guess, o->bound, below, below_size, turn, cutoff, stage, &solved);
        if (s->stop) break;
        if (stage < STAGES - 1 && !solved) {
            o->place = in_order(total, stage + 1);
            continue;
        }
        tried++;
        o->place = in_order(INFINITE, 0);
        if (total < cutoff) {
            cutoff = total;
            best = o->guess;
        }
    }
    free(options);
    if (s->stop) return INFINITE;
    remember(s, k, cutoff, best);
    return cutoff;
}

/* The interface */

search *search_new(int32_t codes, int32_t win, int32_t turns, const uint8_t *feedback, const uint64_t *keys,
                   const int64_t *guess_costs, const int64_t *least, const uint16_t *found, const int64_t *likely,
                   int64_t width, int64_t exhaustive_up_to, int64_t memo_size) {
    search *s = aligned_alloc(sizeof(shorts), sizeof *s);
    memset(s, 0, sizeof *s);
    s->codes = codes;
    s->win = win;
    s->turns = turns;
    s->feedback = feedback;
    s->keys = (const key *)keys;
    s->guess_costs = guess_costs;
    s->least = least;
    s->found = found;
    for (int f = 0; f < win; f++)
        for (int k = 0; k < IDEAL_LEVELS; k++)
            if (!f || found[f * IDEAL_LEVELS + k] < s->fewest_found[k]) s->fewest_found[k] = found[f * IDEAL_LEVELS + k];
    s->likely = likely;
    s->width = width;
    s->exhaustive_up_to = exhaustive_up_to;
    s->memo_size = memo_size;
    s->memo = calloc(memo_size, sizeof *s->memo);
    for (int level = 0; level < LEVELS; level++) {
        s->tables[level].words = malloc(sizeof(uint64_t) * ((int64_t)codes * win + MAX_FEEDBACKS));
        s->tables[level].starts = malloc(sizeof(int32_t) * (codes + 1));
        s->tables[level].guesses = malloc(sizeof(int32_t) * (codes + 1));
        s->tables[level].bounds = malloc(sizeof(int64_t) * (codes + 1));
    }
    s->most_hashes = 1024;
    while (s->most_hashes < 2 * (uint64_t)codes) s->most_hashes *= 2;
    s->hashes = malloc(sizeof(uint64_t) * s->most_hashes);
    s->stamps = calloc(s->most_hashes, sizeof(uint32_t));
    s->everything = malloc(sizeof(int32_t) * codes);
    s->parts = malloc(codes);
    for (int32_t i = 0; i < codes; i++) s->everything[i] = i;
    return s;
}

void search_free(search *s) {
    for (int level = 0; level < LEVELS; level++) {
        free(s->tables[level].words);
        free(s->tables[level].starts);
        free(s->tables[level].guesses);
        free(s->tables[level].bounds);
    }
    free(s->hashes);
    free(s->stamps);
    free(s->everything);
    free(s->parts);
    free(s->memo);
    free(s);
}

void search_stop(search *s, int64_t stop) { s->stop = stop; }

/* Tells what is known of a set: a lower bound or, with a guess other than -1, the cost. 0 if nothing is known. */
int64_t search_recall(const search *s, const int32_t *ids, int32_t n, int32_t turn, int32_t *guess) {
    const entry *e = recall(s, key_of(s, ids, n, turn));
    *guess = e ? e->guess : -1;
    return e ? e->cost : 0;
}

void search_bounds(search *s, const int32_t *ids, int32_t n, const int32_t *pool, int64_t pool_size, int32_t turn,
                   int32_t stage, int64_t cutoff, int64_t *bounds, int64_t *likely) {
    compute_bounds(s, ids, n, pool, pool_size, turn, bounds, likely);
    bool solved;
    for (int64_t i = 0; stage > 0 && i < pool_size && !s->stop; i++)
        if (bounds[i] < cutoff)
            bounds[i] = solve_guess(s, ids, n, pool[i], bounds[i], NULL, 0, turn, cutoff, stage, &solved);
}

int64_t search_solve(search *s, const int32_t *ids, int32_t n, const int32_t *pool, int64_t pool_size,
                     const int32_t *below, int64_t below_size, int32_t turn, int64_t cutoff) {
    return solve_set(s, ids, n, pool, pool_size, below, below_size, turn, cutoff);
}

int64_t search_solve_guess(search *s, const int32_t *ids, int32_t n, int32_t guess, const int32_t *below,
                           int64_t below_size, int32_t turn, int64_t cutoff) {
    bool solved;
    const int64_t bound = guess_bound(s, ids, n, guess, turn);
    if (bound >= cutoff) return bound;
    return solve_guess(s, ids, n, guess, bound, below, below_size, turn, cutoff, STAGES - 1, &solved);
}
