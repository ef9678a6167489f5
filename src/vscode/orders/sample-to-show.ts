/** Where a window finds that it has just opened a sample. */
export const SAMPLE_TO_SHOW = 'workorder.sampleToShow';
