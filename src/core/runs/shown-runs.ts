/** How many earlier runs of each kind a list for a person holds. */
export const SHOWN_RUNS = 10;
