/* A plain search for the least number of guesses, which shares no code with `bot/books`.
   Arguments: positions, symbols, 1 if symbols may be repeated. Each line of the input has a number of candidates and their
   numbers in lexicographic order, or 0 for all codes. For each line the least total of guesses is printed.
   Guesses are tried in the order of a lower bound, which only counts: of n secrets one guess finds 1 at once, the next as
   many as there are feedbacks, and so on. Sets are remembered, and compared code by code. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CODES = 5040, MAX_POSITIONS = 5, MAX_ORDERS = 120, MAX_SYMBOLS = 16, FEEDBACKS = 31 };
enum { TABLE = 1 << 22, NO_BOUND = 1 << 30 };

/* A set of candidates with a lower bound of its total, and whether that is the total. */
typedef struct set {
    struct set *next;
    int size, lower, exact, looked;
    short members[];
} set;

/* A guess for a set with a lower bound of the total, and whether its cells have been looked at. */
typedef struct { int bound, guess, looked; } choice;

/* An order of the positions, and new names of symbols. */
typedef struct { int order; signed char name[MAX_SYMBOLS], taken[MAX_SYMBOLS]; } symmetry;

/* The symmetries that leave all earlier guesses as they are, and one guess of each class that they make equivalent. */
typedef struct { int symmetries, count; short guess[MAX_CODES]; symmetry kept[MAX_ORDERS]; } pool;

static int positions, symbols, repeats, codes, orders, win;
static int code[MAX_CODES][MAX_POSITIONS], order[MAX_ORDERS][MAX_POSITIONS];
static int counted[MAX_CODES + 1]; /* the lower bound for each number of candidates */
static unsigned char feedback[MAX_CODES][MAX_CODES];
static set *table[TABLE];

/* Lists all rows of some kinds, each of them once in a row or also again. */
static int list_rows(int rows[][MAX_POSITIONS], int count, int *row, int length, int kinds, int again) {
    if (length == positions) return memcpy(rows[count], row, sizeof rows[count]), count + 1;
    for (int kind = 0; kind < kinds; kind++) {
        int used = 0;
        for (int i = 0; i < length; i++) used |= row[i] == kind && !again;
        row[length] = kind;
        if (!used) count = list_rows(rows, count, row, length + 1, kinds, again);
    }
    return count;
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

/* Compares the image of a guess with the guess. Symbols without a new name get the lowest one left, so that the image is as
   low as possible. */
static int compare_image(symmetry *s, const int *guess) {
    for (int i = 0, new = 0; i < positions; i++, new = 0) {
        const int old = guess[order[s->order][i]];
        while (s->name[old] < 0 && s->taken[new]) new++;
        if (s->name[old] < 0) s->name[old] = new, s->taken[new] = 1;
        if (s->name[old] != guess[i]) return s->name[old] - guess[i];
    }
    return 0;
}

/* Finds the guesses that have no lower image. */
static void find_guesses(pool *p) {
    p->count = 0;
    for (int guess = 0, k = 0; guess < codes; guess++, k = 0) {
        for (symmetry s; k < p->symmetries && (s = p->kept[k], compare_image(&s, code[guess]) >= 0); k++) {}
        if (k == p->symmetries) p->guess[p->count++] = guess;
    }
}

/* Makes a guess of a pool, after which the symmetries are left that do not change it. */
static void make_guess(pool *p, int guess) {
    if (p->count == codes) return;
    const int before = p->symmetries;
    p->symmetries = 0;
    for (int k = 0; k < before; k++) {
        symmetry s = p->kept[k];
        if (!compare_image(&s, code[guess])) p->kept[p->symmetries++] = s;
    }
    find_guesses(p);
}

static void prepare(void) {
    int row[MAX_POSITIONS], seen[FEEDBACKS] = {0}, branching = -1;
    codes = list_rows(code, 0, row, 0, symbols, repeats);
    orders = list_rows(order, 0, row, 0, positions, 0);
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

/* The lower bound of a guess by the sizes of its cells, or a large number if it does not divide the set. */
static int bound_of(const set *s, int guess) {
    int sizes[FEEDBACKS] = {0}, bound = s->size, largest = 0;
    for (int i = 0; i < s->size; i++) sizes[feedback[guess][s->members[i]]]++;
    for (int f = 0; f < win; largest = sizes[f] > largest ? sizes[f] : largest, f++) bound += counted[sizes[f]];
    return largest == s->size ? NO_BOUND : bound;
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

/* The lower bound of a set after a look at its guesses. In a small set of n, only a candidate that puts every other one in a
   cell of its own leads to 2n - 1, and nothing is better. */
static int look(set *s, const pool *p) {
    if (s->exact || s->looked++) return s->lower;
    int least = NO_BOUND, is_small = s->lower == 2 * s->size - 1;
    for (int i = 0, bound; i < (is_small ? s->size : p->count) && least > s->lower; i++)
        if ((bound = bound_of(s, is_small ? s->members[i] : p->guess[i])) < least) least = bound;
    s->exact = is_small && least == s->lower;
    return s->lower = is_small ? 2 * s->size - s->exact : least > s->lower ? least : s->lower;
}

/* The least total of a set if it is below the limit, else a number that is not. */
static int solve(set *s, int limit, const pool *p) {
    if (s->exact || s->lower >= limit) return s->lower;
    choice choices[MAX_CODES], *c = choices;
    set *cells[FEEDBACKS];
    int best = limit, count = 0, total;
    for (int i = 0; i < p->count; i++) {
        choices[count] = (choice){bound_of(s, p->guess[i]), p->guess[i], 0};
        count += choices[count].bound < limit;
    }
    while (count && best > s->lower) {
        for (int i = 0; i < count; i++)
            if (choices[i].bound < c->bound || (choices[i].bound == c->bound && choices[i].looked)) c = &choices[i];
        if (c->bound >= best) break;
        pool after = *p;
        make_guess(&after, c->guess);
        for (int k = 0, n = divide(s, c->guess, cells, &total); k < n && total < best; k++) {
            total -= cells[k]->lower;
            total += c->looked ? solve(cells[k], best - total, &after) : look(cells[k], &after);
        }
        if (c->looked && total < best) s->exact = 1, best = total;
        c->bound = c->looked++ ? NO_BOUND : total;
    }
    return s->lower = best;
}

int main(int argc, char **argv) {
    static short members[MAX_CODES];
    static pool first, any; /* sets that are given do not follow from guesses, so that all guesses are tried for them */
    if (argc == 4) positions = atoi(argv[1]), symbols = atoi(argv[2]), repeats = atoi(argv[3]);
    prepare();
    for (int k = 0; k < orders; k++) {
        first.kept[first.symmetries++] = (symmetry){.order = k};
        memset(first.kept[k].name, -1, MAX_SYMBOLS);
    }
    find_guesses(&first), find_guesses(&any);
    for (int size; scanf("%d", &size) == 1;) {
        for (int i = 0; i < (size ? size : codes); i++)
            if (size ? scanf("%hd", &members[i]) != 1 : (members[i] = i, 0)) return 2;
        printf("%d\n", solve(find(members, size ? size : codes), NO_BOUND, size ? &any : &first));
    }
}
