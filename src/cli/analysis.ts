import { existsSync } from 'node:fs';
import type { Analyst } from '../core/ports/analyst.ts';
import type { AnalysisFolder } from '../node/analysis/analysis-calls.ts';
import { startAnalysis } from '../node/analysis/analysis-client.ts';
import { besideWhenLarge } from '../node/analysis/beside-when-large.ts';

/** The thread beside dist/cli.js, whose code may be a chunk; the sources run without it. */
const ANALYSIS_THREADS = ['./analysis.js', '../analysis.js'].map(path => new URL(path, import.meta.url));

/** The analyst, which looks at large changes in a thread. */
export function analystIn(folder: AnalysisFolder, here: Analyst): Analyst {
  const script = ANALYSIS_THREADS.find(url => existsSync(url));
  return script ? besideWhenLarge(here, () => startAnalysis({ ...folder, script })) : here;
}
