package dev.muster.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread takes from now on: time, processor time, memory. */
final class BenchMeter {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final double NS = 1e9;

  private final long wallNs = System.nanoTime();
  private final long cpuNs = THREADS.getCurrentThreadCpuTime();
  private final long bytes = THREADS.getCurrentThreadAllocatedBytes();

  private BenchMeter() {}

  static BenchMeter start() {
    return new BenchMeter();
  }

  /**
   * @param cpuNs time in which the thread had a processor, whatever else the machine does
   * @param bytes that it allocated
   */
  record MeterReading(long wallNs, long cpuNs, long bytes) {

    double wallSeconds() {
      return wallNs / NS;
    }

    double cpuSeconds() {
      return cpuNs / NS;
    }
  }

  /** To be called by the thread that started the meter. */
  MeterReading read() {
    long nowCpuNs = THREADS.getCurrentThreadCpuTime();
    long nowBytes = THREADS.getCurrentThreadAllocatedBytes();
    return new MeterReading(System.nanoTime() - wallNs, nowCpuNs - cpuNs, nowBytes - bytes);
  }
}
