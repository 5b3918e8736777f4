/* A plain search for the least number of guesses, which shares no code with `bot/books`.
   Arguments: positions, symbols, 1 if symbols may be repeated. Each line of the input has a number of candidates and their
   numbers in lexicographic order, or 0 for all codes. For each line the least total of guesses is printed.
   All guesses are tried in the order of a lower bound, which only counts: of n secrets one guess finds 1 at once, the next
   as many as there are feedbacks, and so on. Sets are remembered, and compared code by code. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CODES = 5040, MAX_POSITIONS = 8, FEEDBACKS = 81, TABLE = 1 << 22, NO_BOUND = 1 << 30 };

/* A set of candidates with a lower bound of its total, and whether that is the total. */
typedef struct set {
    struct set *next;
    int size, lower, exact, looked;
    short members[];
} set;
typedef struct { unsigned long hash; int bound, guess; } choice;

static int positions, symbols, repeats, codes, win, code[MAX_CODES][MAX_POSITIONS];
static int counted[MAX_CODES + 1]; /* the lower bound for each number of candidates */
static unsigned char feedback[MAX_CODES][MAX_CODES];
static set *table[TABLE];

static void list_codes(int *prefix, int length) {
    if (length == positions) {
        memcpy(code[codes++], prefix, sizeof code[0]);
        return;
    }
    for (int symbol = 0; symbol < symbols; symbol++) {
        int used = 0;
        for (int i = 0; i < length; i++) used |= prefix[i] == symbol && !repeats;
        prefix[length] = symbol;
        if (!used) list_codes(prefix, length + 1);
    }
}

static int compare_codes(const int *secret, const int *guess) {
    int hits = 0, common = 0, used[MAX_POSITIONS] = {0};
    for (int i = 0; i < positions; i++) {
        hits += secret[i] == guess[i];
        int j = 0;
        while (j < positions && (used[j] || guess[i] != secret[j])) j++;
        if (j < positions) common += used[j] = 1;
    }
    return hits * positions + common; /* the winning one is the highest */
}

static void prepare(void) {
    int prefix[MAX_POSITIONS + 1] = {0}, seen[FEEDBACKS] = {0}, branching = -1;
    list_codes(prefix, 0);
    win = positions * (positions + 1);
    for (int i = 0; i < codes; i++)
        for (int j = 0; j < codes; j++) branching += !seen[feedback[i][j] = compare_codes(code[j], code[i])]++;
    long at_once = 1, left = 1;
    for (int n = 1, depth = 1; n <= codes; n++, left--) {
        if (left == 0) left = at_once *= branching, depth++;
        counted[n] = counted[n - 1] + depth;
    }
}

static unsigned long hash_of(const void *data, int size) {
    unsigned long hash = 14695981039346656037u;
    for (int i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    return hash ^ hash >> 32;
}

/* What is known of a set: at first, the bound that counts. */
static set *find(const short *members, int size) {
    const int length = size * (int)sizeof *members;
    set **slot = &table[hash_of(members, length) & (TABLE - 1)];
    for (set *s = *slot; s; s = s->next)
        if (s->size == size && !memcmp(s->members, members, length)) return s;
    set *s = malloc(sizeof *s + length);
    *s = (set){*slot, size, counted[size], size <= 2, 0};
    memcpy(s->members, members, length);
    return *slot = s;
}

static unsigned with_symbols(int guess, unsigned used) {
    for (int i = 0; i < positions; i++) used |= 1u << code[guess][i];
    return used;
}

/* Whether the symbols that no earlier guess had appear in ascending order, and in a first guess equal ones together. For a
   set that follows from the earlier guesses, every other guess is equivalent to such a one. */
static int is_first_of_its_kind(const int *guess, unsigned used) {
    for (int i = 1; i < positions && !used; i++)
        if (guess[i] < guess[i - 1]) return 0;
    for (int i = 0; i < positions; used |= 1u << guess[i++])
        for (int lower = 0; lower < guess[i]; lower++)
            if (!(used >> guess[i] & 1) && !(used >> lower & 1)) return 0;
    return 1;
}

/* Numbers the cells of a guess in the order of their first members; the winning one is 0. */
static void number_cells(const set *s, int guess, unsigned char *numbers) {
    unsigned char number[FEEDBACKS] = {0}, last = 0;
    for (int i = 0; i < s->size; i++) {
        int f = feedback[guess][s->members[i]];
        if (f != win && !number[f]) number[f] = ++last;
        numbers[i] = number[f];
    }
}

static int by_bound(const void *one, const void *other) {
    const choice *a = one, *b = other;
    return a->bound != b->bound ? a->bound - b->bound : a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : 0;
}

/* The lower bound of a guess by the sizes of its cells, or a large number if it does not divide the set. */
static int bound_of(const set *s, int guess) {
    int sizes[FEEDBACKS] = {0}, bound = s->size, largest = 0;
    for (int i = 0; i < s->size; i++) sizes[feedback[guess][s->members[i]]]++;
    for (int f = 0; f < win; largest = sizes[f] > largest ? sizes[f] : largest, f++) bound += counted[sizes[f]];
    return largest == s->size ? NO_BOUND : bound;
}

/* The guesses with bounds below a limit, the lowest first, without those that divide the set like another one. */
static int rank(const set *s, unsigned used, int limit, choice *choices) {
    unsigned char these[MAX_CODES], before[MAX_CODES];
    int found = 0, count = 0;
    for (int guess = 0, bound; guess < codes; guess++) {
        if (!is_first_of_its_kind(code[guess], used) || (bound = bound_of(s, guess)) >= limit) continue;
        number_cells(s, guess, these);
        choices[found++] = (choice){hash_of(these, s->size), bound, guess};
    }
    qsort(choices, found, sizeof *choices, by_bound);
    for (int i = 0; i < found; i++, memcpy(before, these, s->size)) {
        number_cells(s, choices[i].guess, these);
        if (count == 0 || memcmp(these, before, s->size)) choices[count++] = choices[i];
    }
    return count;
}

static int by_size(const void *one, const void *other) { return (*(set *const *)one)->size - (*(set *const *)other)->size; }

/* The cells of a guess without the winning one, the smallest first, and the sum of their bounds with this guess. */
static int divide(const set *s, int guess, set **cells, int *total) {
    short cell[MAX_CODES];
    int count = 0;
    *total = s->size;
    for (int f = 0, n = 0; f < win; f++, n = 0) {
        for (int i = 0; i < s->size; i++)
            if (feedback[guess][s->members[i]] == f) cell[n++] = s->members[i];
        if (n) *total += (cells[count++] = find(cell, n))->lower;
    }
    qsort(cells, count, sizeof *cells, by_size);
    return count;
}

/* The lower bound of a set after a look at its guesses. In a small set, nothing is better than a candidate that puts every
   other one in a cell of its own. */
static int look(set *s, unsigned used) {
    if (s->exact || s->looked++) return s->lower;
    int least = 2 * s->size, is_small = counted[s->size] == least - 1;
    for (int i = 0, j = 0; is_small && !s->exact && i < s->size; i++, j = 0) {
        int seen[FEEDBACKS] = {0};
        while (j < s->size && !seen[feedback[s->members[i]][s->members[j]]]++) j++;
        s->exact = j == s->size;
    }
    for (int guess = is_small ? codes : (least = NO_BOUND, 0), bound; guess < codes; guess++)
        if (is_first_of_its_kind(code[guess], used) && (bound = bound_of(s, guess)) < least) least = bound;
    return s->lower = !s->exact && least > s->lower ? least : s->lower;
}

/* The least total of a set if it is below the limit, else a number that is not. */
static int solve(set *s, int limit, unsigned used) {
    if (s->exact || s->lower >= limit) return s->lower;
    choice *choices = malloc(codes * sizeof *choices);
    set *cells[FEEDBACKS];
    int best = limit, count = rank(s, used, limit, choices), total;
    for (int i = 0; i < count && choices[i].bound < limit; choices[i++].bound = total)
        for (int k = 0, n = divide(s, choices[i].guess, cells, &total); k < n && total < limit; k++) {
            total -= cells[k]->lower;
            total += look(cells[k], with_symbols(choices[i].guess, used));
        }
    qsort(choices, count, sizeof *choices, by_bound);
    for (int i = 0; i < count && choices[i].bound < best && best > s->lower; i++) {
        for (int k = 0, n = divide(s, choices[i].guess, cells, &total); k < n && total < best; k++) {
            total -= cells[k]->lower;
            total += solve(cells[k], best - total, with_symbols(choices[i].guess, used));
        }
        if (total < best) s->exact = 1, best = total;
    }
    free(choices);
    return s->lower = best;
}

int main(int argc, char **argv) {
    static short members[MAX_CODES];
    if (argc == 4) positions = atoi(argv[1]), symbols = atoi(argv[2]), repeats = atoi(argv[3]);
    prepare();
    for (int size; scanf("%d", &size) == 1;) {
        for (int i = 0; i < (size ? size : codes); i++)
            if (size ? scanf("%hd", &members[i]) != 1 : (members[i] = i, 0)) return 2;
        printf("%d\n", solve(find(members, size ? size : codes), NO_BOUND, size ? ~0u : 0));
    }
}
