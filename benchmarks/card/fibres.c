/* Threads of a card's block as fibres of one thread of this processor, switched at barriers and nowhere else.

   What a translated kernel needs stands first; what runs it comes after the line that is replaced by its functions. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef union { uint64_t whole; double real; char bytes[8]; } Value;
typedef union { uint64_t whole; double real; char bytes[256]; } Result;
typedef struct Thread {
  void *stack, *base;
  int number, block, threads, blocks;
  int ended, line; /* line of the PTX at which it waits */
  uint32_t *count;
  int *seen, seen_count; /* pieces of code it went through since the last barrier */
  Value *given;
} Thread;

static void barrier(Thread *t, int line);

/* How often a thread comes through each piece of code without jumps. */
#define COUNT(piece) if (!t->count[piece]++) t->seen[t->seen_count++] = piece

static inline double as_double(uint64_t x) { double y; memcpy(&y, &x, 8); return y; }
static inline float as_float(uint32_t x) { float y; memcpy(&y, &x, 4); return y; }
static inline uint64_t bits_of_double(double x) { uint64_t y; memcpy(&y, &x, 8); return y; }
static inline uint32_t bits_of_float(float x) { uint32_t y; memcpy(&y, &x, 4); return y; }
static inline double upper_half(double x) { return as_double(bits_of_double(x) & 0xffffffff00000000ull); }
static inline double rough_rcp(double x) { return upper_half(1.0 / upper_half(x)); }
static inline double rough_rsqrt(double x) { return upper_half(1.0 / sqrt(upper_half(x))); }
/* of a number and none, the number */
static inline double min_of(double a, double b) { return isnan(a) ? b : isnan(b) ? a : a < b ? a : b; }
static inline double max_of(double a, double b) { return isnan(a) ? b : isnan(b) ? a : a > b ? a : b; }
/* what is too large becomes the largest */
static inline int64_t to_s64(double x) {
  return isnan(x) ? 0 : x >= 9223372036854775808.0 ? INT64_MAX : x < -9223372036854775808.0 ? INT64_MIN : (int64_t)x;
}
static inline uint64_t to_u64(double x) {
  return !(x > 0.0) ? 0 : x >= 18446744073709551616.0 ? UINT64_MAX : (uint64_t)x;
}
static inline int32_t to_s32(double x) {
  return isnan(x) ? 0 : x >= 2147483647.0 ? INT32_MAX : x <= -2147483648.0 ? INT32_MIN : (int32_t)x;
}
static inline uint32_t to_u32(double x) { return !(x > 0.0) ? 0 : x >= 4294967295.0 ? UINT32_MAX : (uint32_t)x; }
static inline uint32_t clz_b64(uint64_t x) { return x ? __builtin_clzll(x) : 64; }
static inline uint32_t clz_b32(uint32_t x) { return x ? __builtin_clz(x) : 32; }
static inline uint32_t popc_b64(uint64_t x) { return __builtin_popcountll(x); }
static inline uint32_t popc_b32(uint32_t x) { return __builtin_popcount(x); }
static inline uint64_t brev_b64(uint64_t x) {
  uint64_t y = 0;
  for (int i = 0; i < 64; i++, x >>= 1) y = y << 1 | (x & 1);
  return y;
}
static inline uint32_t brev_b32(uint32_t x) { return brev_b64(x) >> 32; }
static void give_up(const char *why) {
  fprintf(stderr, "the card's code came to what cannot be played: %s\n", why);
  abort();
}

/* @KERNEL@ */

enum { ASCENDING, DESCENDING, RANDOM };
#define WARP 32
#define STACK ((size_t)1 << 20)
#define GUARD ((size_t)1 << 14)

typedef struct {
  double *executed; /* of each piece of code: by all warps, a warp's slowest thread between two barriers counting */
  double *weight;   /* of each piece of code, in a warp's way to the next barrier */
  double path;      /* sum of the ways of the slowest warps */
  double longest;   /* of them */
  int64_t intervals;
  int32_t missed;   /* 0, or 1 for a thread that ended while another waited, 2 for two that wait at different barriers */
  int32_t thread, other, line, other_line;
} Told;

static Thread *all;
static int made;
static Thread *current;
static uint32_t warp_count[PIECES];
static int warp_seen[PIECES];

#ifdef __x86_64__
static void *home;
void leave_for(void **saved, void *next);
__asm__(
    ".globl leave_for\nleave_for:\n"
    "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
    "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
    "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");
static void go_home(Thread *t) { leave_for(&t->stack, home); }
static void go_on(Thread *t) { leave_for(&home, t->stack); }
static void live(void);
static void lay_stack(Thread *t) {
  uint64_t *top = (uint64_t *)(((uintptr_t)t->base + GUARD + STACK) & ~15ull);
  *--top = 0;
  *--top = (uint64_t)(uintptr_t)live;
  for (int i = 0; i < 6; i++) *--top = 0;
  t->stack = top;
}
#else /* the same by the system's own means, slower */
#include <ucontext.h>
static ucontext_t home;
static void live(void);
static void go_home(Thread *t) { swapcontext((ucontext_t *)t->stack, &home); }
static void go_on(Thread *t) { swapcontext(&home, (ucontext_t *)t->stack); }
static void lay_stack(Thread *t) {
  if (!t->stack) t->stack = malloc(sizeof(ucontext_t));
  ucontext_t *own = t->stack;
  getcontext(own);
  own->uc_stack.ss_sp = (char *)t->base + GUARD;
  own->uc_stack.ss_size = STACK;
  own->uc_link = NULL;
  makecontext(own, live, 0);
}
#endif

static void barrier(Thread *t, int line) {
  t->line = line;
  go_home(t);
}

static void live(void) {
  Thread *t = current;
  enter(t, t->given);
  t->ended = 1;
  go_home(t);
  abort();
}

static uint32_t draw(void) { /* xorshift: the same numbers each time */
  static uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 11;
}

static void make_threads(int threads) {
  if (threads <= made) return;
  all = realloc(all, threads * sizeof(Thread));
  for (; made < threads; made++) {
    Thread *t = &all[made];
    memset(t, 0, sizeof(Thread));
    /* a stack that runs over ends the process, rather than spoil its neighbour */
    t->base = mmap(NULL, GUARD + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t->base == MAP_FAILED || mprotect(t->base, GUARD, PROT_NONE)) give_up("there is no memory for a thread");
    t->count = calloc(PIECES, sizeof(uint32_t));
    t->seen = calloc(PIECES, sizeof(int));
  }
}

static void add_up(int threads, Told *told) {
  double slowest = 0.0;
  for (int first = 0; first < threads; first += WARP) {
    int seen = 0;
    double way = 0.0;
    for (int i = first; i < first + WARP && i < threads; i++) {
      Thread *t = &all[i];
      for (int k = 0; k < t->seen_count; k++) {
        int piece = t->seen[k];
        if (!warp_count[piece]) warp_seen[seen++] = piece;
        if (t->count[piece] > warp_count[piece]) warp_count[piece] = t->count[piece];
        t->count[piece] = 0;
      }
      t->seen_count = 0;
    }
    for (int k = 0; k < seen; k++) {
      int piece = warp_seen[k];
      told->executed[piece] += warp_count[piece];
      way += warp_count[piece] * told->weight[piece];
      warp_count[piece] = 0;
    }
    if (way > slowest) slowest = way;
  }
  told->path += slowest;
  if (slowest > told->longest) told->longest = slowest;
  told->intervals++;
}

/* All that are left must wait at one barrier. */
static int look_after(int threads, Told *told) {
  int left = 0, waiting = -1, ended = -1, elsewhere = -1;
  for (int i = 0; i < threads; i++) {
    if (all[i].ended) {
      ended = i;
      continue;
    }
    left++;
    if (waiting < 0) waiting = i;
    else if (all[i].line != all[waiting].line) elsewhere = i;
  }
  int other = ended >= 0 ? ended : elsewhere;
  if (left && other >= 0 && !told->missed) {
    told->missed = ended >= 0 ? 1 : 2;
    told->thread = waiting, told->line = all[waiting].line;
    told->other = other, told->other_line = all[other].line;
  }
  return left;
}

void run(Value *given, int blocks, int threads, int order, Told *told) {
  int *turn = malloc(threads * sizeof(int));
  make_threads(threads);
  for (int block = 0; block < blocks; block++) {
    wipe_shared();
    for (int i = 0; i < threads; i++) {
      Thread *t = &all[i];
      t->number = i, t->block = block, t->threads = threads, t->blocks = blocks;
      t->ended = t->line = 0, t->given = given;
      turn[i] = order == DESCENDING ? threads - 1 - i : i;
      lay_stack(t);
    }
    do {
      if (order == RANDOM)
        for (int i = threads - 1; i > 0; i--) {
          int k = draw() % (i + 1), kept = turn[i];
          turn[i] = turn[k], turn[k] = kept;
        }
      for (int i = 0; i < threads; i++) {
        current = &all[turn[i]];
        if (!current->ended) go_on(current);
      }
      add_up(threads, told);
    } while (look_after(threads, told));
  }
  free(turn);
}
