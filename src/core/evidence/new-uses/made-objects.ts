import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import type { Parameters } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { definitionsInside, namesOfModule } from '../code/module-names.ts';
import { mangledIn } from '../code/private-names.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { ClassLine } from './class-line.ts';
import type { ClassLines } from './class-lines.ts';
import { isInFunction } from './class-members.ts';
import type { InModule } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** Words that make other parameters of a dataclass than its fields. */
const OTHER_FIELDS = /^(?:field|KW_ONLY|kw_only|ClassVar|InitVar|init|__init__|__new__)$/;

/** In a class that is made as its bases are. */
const MAKING = /^(?:__init__|__new__|exec|locals|vars|globals)$/;
/** By which a file may give a class another way to be made. */
const GIVING = [
  ...['.__init__ =', '.__init__=', '.__init__)', '.__new__ =', '.__new__=', '.__new__)', '= Unicode'],
  ...['UnicodeDecodeError as', 'UnicodeEncodeError as', 'UnicodeTranslateError as'],
];

/** How objects of classes of the workspace are made, after the change. */
export class MadeObjects {
  readonly #classes: ClassLines;
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;
  /** Asked of all files once. */
  #hasOtherMakers: Promise<boolean> | undefined;

  constructor(classes: ClassLines, versions: TwoVersions, reader: UseReader) {
    this.#classes = classes;
    this.#versions = versions;
    this.#reader = reader;
  }

  /** Whether the class is an exception that is made as those of Python are, which take a message. */
  async takesMessage(value: InModule): Promise<boolean> {
    const { classes, above } = await this.#classes.of(value);
    // Those of Unicode take five arguments; what says one of the other words may give the class another way to be made.
    const isOther = ({ text }: CodeToken) => MAKING.test(text) || text.includes('Unicode');
    const isPlain = ({ file, definition }: ClassLine['classes'][number]) =>
      !file.mentions('Unicode') &&
      !file.mentions('setattr') &&
      !file.range(definition.start, definition.end).some(isOther);
    if (above !== 'exceptions' || !classes.every(isPlain)) return false;
    this.#hasOtherMakers ??= this.#readOtherMakers();
    return !(await this.#hasOtherMakers);
  }

  /** Whether some file gives a class another way to be made, or an exception of Unicode another name. */
  async #readOtherMakers(): Promise<boolean> {
    for (const module of this.#versions.after.snapshot.modules.values()) {
      const file = await this.#reader.openFile(module);
      if (file === undefined || GIVING.some(each => file.mentions(each))) return true;
    }
    return false;
  }

  /** What making an object of the class takes, or why that is not known. */
  async parameters(value: InModule): Promise<Parameters | string> {
    const line = await this.#classes.of(value);
    const [own] = line.classes;
    const unknown = `how objects of ${own?.definition.name ?? 'the class'} are made is not known`;
    if (own === undefined || line.above === 'unknown' || line.isAbstract) return unknown;
    if (!line.isPlain) return this.#fields(line) ?? unknown;
    for (const { module, index, file } of line.classes) {
      const { definitions } = module.index;
      const made = ['__init__', '__new__'].flatMap(name =>
        definitionsInside(module.index, index, name).flatMap(i => definitions[i] ?? []),
      );
      const [init, ...others] = made;
      if (init === undefined) continue;
      const isPlain = others.length === 0 && init.name === '__init__' && init.placement === 'always';
      if (!isPlain || init.kind !== 'method') return unknown;
      return this.#reader.parametersOf(file, init, { isGivenSelf: true, isOfObject: true }) ?? unknown;
    }
    const takesMore = line.above === 'exceptions';
    return { positional: [], named: [], takesMore, takesAnyName: false };
  }

  /** The fields of a dataclass that is written in the plain way. */
  #fields({ classes, above }: ClassLine): Parameters | undefined {
    const [own, ...others] = classes;
    if (own === undefined || others.length > 0 || above !== 'nothing') return undefined;
    const { file, definition, module, index } = own;
    const decorators = readDecorators(file.range(definition.start, definition.head));
    const [first, ...more] = decorators.map(each => decoratorTarget(each, file, this.#versions.after.graph));
    if (first !== 'dataclasses.dataclass' || more.length > 0) return undefined;
    if (file.range(definition.start, definition.end).some(({ text }) => OTHER_FIELDS.test(text)))
      return undefined;
    const { definitions } = module.index;
    const fields = (namesOfModule(module.index).inside.get(index) ?? []).flatMap(i => {
      const each = definitions[i];
      if (each?.kind !== 'attribute' || isInFunction(definitions, i)) return [];
      const tokens = file.range(each.start, each.end);
      return tokens[1]?.op === op.COLON ? [{ each, tokens }] : [];
    });
    if (fields.some(({ each }) => each.placement !== 'always')) return undefined;
    const positional = fields.map(({ each, tokens }) => ({
      name: mangledIn(definition.name, each.name),
      hasDefault: tokens.some(token => token.op === op.ASSIGN),
      byNameToo: true,
    }));
    return { positional, named: [], takesMore: false, takesAnyName: false };
  }
}
