import type { ModuleText } from './header.ts';
import { sourceText } from './source-text.ts';
import { withZeroByte } from './token-list.ts';
import type { WorkspaceModule } from './workspace-module.ts';

export function moduleText(module: WorkspaceModule, source: Uint8Array): ModuleText {
  const bytes = withZeroByte(source);
  return { bytes, text: (start, end) => sourceText(bytes, start, end, module.index.encoding) };
}
