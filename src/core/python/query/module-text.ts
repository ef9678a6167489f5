import type { WorkspaceModule } from '../index/workspace-module.ts';
import { withZeroByte } from '../lexer/token-list.ts';
import type { ModuleText } from './header.ts';
import { sourceText } from './source-text.ts';

export function moduleText(module: WorkspaceModule, source: Uint8Array): ModuleText {
  const bytes = withZeroByte(source);
  return { bytes, text: (start, end) => sourceText(bytes, start, end, module.index.encoding) };
}
