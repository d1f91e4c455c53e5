package dev.muster.core.rules;

import static dev.muster.core.rules.Ban.CHANCE;
import static dev.muster.core.rules.Ban.CLOCK;
import static dev.muster.core.rules.Ban.HASH_ORDER;
import static dev.muster.core.rules.Ban.HOST;
import static dev.muster.core.rules.Ban.IDENTITY;
import static dev.muster.core.rules.Ban.IO;
import static dev.muster.core.rules.Ban.LOCALE;
import static dev.muster.core.rules.Ban.STATIC_STATE;
import static dev.muster.core.rules.Ban.THREADS;

import dev.muster.model.JobState;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One offender for each thing that is banned. They are only read, never run. */
@SuppressWarnings("all")
final class Planted {
  // spotless:off — a table reads better than a page of braces
  @Breaks(CLOCK) long nanoTime() { return System.nanoTime(); }
  @Breaks(CLOCK) LongSupplier nanoTimeByReference() { return System::nanoTime; }
  @Breaks(CLOCK) long currentTimeMillis() { return System.currentTimeMillis(); }
  @Breaks(CLOCK) Object instant() { return Instant.now(); }
  @Breaks(CLOCK) Object localDateTime() { return LocalDateTime.now(); }
  @Breaks(CLOCK) Object clock() { return Clock.systemUTC(); }
  @Breaks(CLOCK) Object date() { return new Date(); }

  @Breaks(CHANCE) double mathRandom() { return Math.random(); }
  @Breaks(CHANCE) Object random() { return new Random(1); }
  @Breaks(CHANCE) Object splittable() { return new SplittableRandom(1); }
  @Breaks(CHANCE) Object threadLocalRandom() { return ThreadLocalRandom.current(); }
  @Breaks(CHANCE) Object secureRandom() { return new java.security.SecureRandom(); }
  @Breaks(CHANCE) Object generator() { return RandomGenerator.getDefault(); }
  @Breaks(CHANCE) Object uuid() { return UUID.randomUUID(); }
  @Breaks(CHANCE) void shuffle(List<?> list) { Collections.shuffle(list); }

  @Breaks(IO) void out() { System.out.flush(); }
  @Breaks(IO) Object err() { return System.err; }
  @Breaks(IO) Object javaIo() { return new StringWriter(); }
  @Breaks(IO) boolean files(Path path) { return Files.exists(path); }
  @Breaks(IO) Object net() { return java.net.URI.create("x:y"); }
  @Breaks(IO) Object channel() throws Exception { return java.nio.channels.Pipe.open(); }
  @Breaks(IO) Object process() { return new ProcessBuilder(); }
  @Breaks(IO) Object runtime() { return Runtime.getRuntime(); }
  @Breaks(IO) void stackTrace(Exception e) { e.printStackTrace(); }

  @Breaks(HOST) Object environment() { return System.getenv("X"); }
  @Breaks(HOST) Object property() { return System.getProperty("x"); }
  @Breaks(HOST) Object locale() { return Locale.getDefault(); }
  @Breaks(LOCALE) Object formatted() { return "%d".formatted(1); }
  @Breaks(LOCALE) Object format() { return String.format("%d", 1); }
  @Breaks(LOCALE) Object lower() { return "I".toLowerCase(); }

  @Breaks(THREADS) Object thread() { return Thread.currentThread(); }
  @Breaks(THREADS) Object atomic() { return new AtomicLong(); }
  @Breaks(THREADS) Object lock() { return new ReentrantLock(); }
  @Breaks(THREADS) Object concurrentMap() { return new ConcurrentHashMap<>(); }
  @Breaks(THREADS) Object threadLocal() { return new ThreadLocal<>(); }
  @Breaks(THREADS) synchronized void synchronizedMethod() {}
  @Breaks(THREADS) void synchronizedBlock() { synchronized (this) { nanoTime(); } }
  @Breaks(THREADS) void sleep() throws Exception { java.util.concurrent.TimeUnit.DAYS.sleep(1); }
  @Breaks(THREADS) Object parallelStream(List<?> list) { return list.parallelStream(); }
  @Breaks(THREADS) Object parallel(Stream<?> stream) { return stream.parallel(); }
  @Breaks(THREADS) volatile long volatileField;

  @Breaks(HASH_ORDER) Object hashMap() { return new HashMap<>(); }
  @Breaks(HASH_ORDER) Supplier<?> hashMapByReference() { return HashMap::new; }
  @Breaks(HASH_ORDER) Object hashMapBySize() { return HashMap.newHashMap(1); }
  @Breaks(HASH_ORDER) Object hashSet() { return new HashSet<>(); }
  @Breaks(HASH_ORDER) Object identityHashMap() { return new IdentityHashMap<>(); }
  @Breaks(HASH_ORDER) Object weakHashMap() { return new WeakHashMap<>(); }
  @Breaks(HASH_ORDER) Object hashtable() { return new Hashtable<>(); }
  @Breaks(HASH_ORDER) Object setOf() { return Set.of(1, 2); }
  @Breaks(HASH_ORDER) Object setCopyOf(Set<?> set) { return Set.copyOf(set); }
  @Breaks(HASH_ORDER) Object mapOf() { return Map.of(1, 2); }
  @Breaks(HASH_ORDER) Object mapOfEntries() { return Map.ofEntries(); }
  @Breaks(HASH_ORDER) Object mapCopyOf(Map<?, ?> map) { return Map.copyOf(map); }
  @Breaks(HASH_ORDER) Object toSet() { return Collectors.toSet(); }
  @Breaks(HASH_ORDER) Object toMap() { return Collectors.toMap(x -> x, x -> x); }
  @Breaks(HASH_ORDER) Object groupingBy() { return Collectors.groupingBy(x -> x); }
  @Breaks(HASH_ORDER) Object toUnmodifiableSet() { return Collectors.toUnmodifiableSet(); }

  @Breaks(IDENTITY) int identityHash() { return System.identityHashCode(this); }
  @Breaks(IDENTITY) int objectHash(Object o) { return o.hashCode(); }
  @Breaks(IDENTITY) int enumHash(JobState state) { return state.hashCode(); }
  @Breaks(IDENTITY) int objectsHash(JobState state) { return Objects.hash(state); }

  @Breaks(STATIC_STATE) static long counter;

  // What may be used, close to what may not.
  Object linkedHashMap() { return new LinkedHashMap<>(); }
  Object treeSet() { return new TreeSet<>(List.of(1, 2)); }
  Object collectInOrder() { return Collectors.toMap(x -> x, x -> x, (a, b) -> a, TreeMap::new); }
  Object given(Map<Integer, Integer> map) { return map.getOrDefault(1, 2); }
  long convert() { return java.util.concurrent.TimeUnit.DAYS.toNanos(1); }
  Object at(long ns) { return Instant.EPOCH.plusNanos(ns); }
  int stringHash(String text) { return text.hashCode(); }
  @Override public int hashCode() { return Objects.hash(volatileField); }
  static final List<Integer> CONSTANT = List.of(1);
  // spotless:on
}
