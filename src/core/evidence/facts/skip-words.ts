/** Words by which a test is not run, or may fail. */
export const SKIP =
  /^(?:skip|skipif|xfail|skipIf|skipUnless|skipTest|SkipTest|expectedFailure|importorskip)$/;
