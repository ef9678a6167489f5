import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { ModuleIndex, SkippedModule } from '../grammar/module-index.ts';
import { ModuleSource } from '../grammar/module-source.ts';
import { Outline } from '../grammar/outline.ts';
import { readWithGrammar } from '../grammar/replacement-field.ts';
import { statements } from '../grammar/statements.ts';
import { Lexer } from '../lexer/lexer.ts';
import { LineTable } from '../lexer/line-table.ts';
import { NameTable } from '../lexer/name-table.ts';
import { detectEncoding } from '../lexer/source-encoding.ts';
import { END_OF_FILE } from '../lexer/token-kinds.ts';

const FIRST_BUFFER = 1 << 16;

/**
 * Definitions, imports and exports of one Python file (3.8 to 3.14), or why Python would not compile it.
 * Byte order marks, encoding declarations (PEP 263) and all line ends are understood.
 */
export function indexModule(source: Uint8Array): ModuleIndex | SkippedModule {
  return new ModuleIndexer().index(source);
}

/** Indexes file after file and keeps what is worth reusing: a buffer, the line table, the names. */
export class ModuleIndexer {
  #buffer = new Uint8Array(FIRST_BUFFER);
  readonly #lines = new LineTable();
  readonly #names = new NameTable();

  index(source: Uint8Array): ModuleIndex | SkippedModule {
    try {
      return this.#read(source);
    } catch (error) {
      // Thousands of nested lambdas overflow the stack; Python refuses them too.
      if (error instanceof RangeError) return { skipped: 'too deeply nested' };
      throw error;
    }
  }

  #read(source: Uint8Array): ModuleIndex | SkippedModule {
    const encoding = detectEncoding(source);
    if (encoding.kind === 'unreadable') return { skipped: encoding.reason };
    const bytes = this.#copy(source);
    const { length } = source;
    const lines = this.#lines;
    const isAscii = lines.measure(bytes, length);
    if (!isAscii && encoding.kind === 'utf-8' && decodeUtf8(source) === undefined)
      return { skipped: 'not valid UTF-8 and no other encoding is declared' };
    const text = new ModuleSource(bytes, length, lines, this.#names, isAscii ? 'ascii' : encoding.kind);
    const lexer = new Lexer(bytes, encoding.start, length);
    readWithGrammar(lexer);
    if (!isAscii) lexer.names = text;
    const outline = new Outline(text);
    lexer.onBind = (start, end) => outline.bind(start, end);
    lexer.next();
    statements(lexer, { kind: 'module', index: -1, placement: 'always', self: undefined, outline });
    if (!lexer.is(END_OF_FILE)) lexer.unexpected();
    if (lexer.fault !== undefined) {
      const { reason, offset } = lexer.fault;
      return { skipped: `${reason} (line ${lines.lineOf(Math.min(offset, length - 1))})` };
    }
    return {
      definitions: outline.definitions,
      imports: outline.imports,
      exports: outline.exports,
      otherNames: outline.otherNames,
      encoding: encoding.kind,
      lineCount: length > 0 && lines.startOf(lines.count) === length ? lines.count - 1 : lines.count,
    };
  }

  /** The bytes with the zero byte behind them that the lexer needs. */
  #copy(source: Uint8Array): Uint8Array {
    if (source.length >= this.#buffer.length) this.#buffer = new Uint8Array(source.length * 2 + 1);
    this.#buffer.set(source);
    this.#buffer[source.length] = 0;
    return this.#buffer;
  }
}
