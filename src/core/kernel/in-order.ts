/** Runs pieces of work one after the other, in the order of the calls; a failed one does not stop the next. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
