package dev.muster.bench;

class Try {
  public static void main(String[] a) {
    System.out.println(SimBench.run(Integer.parseInt(a[0]), Long.parseLong(a[1]), 1));
  }
}
