// The part of the Python extension's public API that this product asks, and `choose` for the tests.
let chosen;

exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ id: chosen ?? 'default', path: chosen ?? 'python' }),
    resolveEnvironment: async ({ path }) =>
      chosen === undefined ? undefined : { path, executable: { uri: { fsPath: chosen } } },
  },
  /** The Python that is active from now on; `undefined`: none. */
  choose: python => {
    chosen = python;
  },
});
