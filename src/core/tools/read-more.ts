import { tool } from './define-tool.ts';
import { pageAnswer } from './page-answer.ts';
import type { Tool } from './tool.ts';

/** Characters of one answer, whatever the tool; a page of `read_file` fits. */
export const MAX_ANSWER = 40_000;

/** How the tool is called that gives the other pages of an answer. */
export const READ_MORE = 'read_more';

/** Answers with more pages that are kept, and their characters together; the oldest goes first. */
const MOST_KEPT = 16;
const MOST_CHARACTERS = 8_000_000;

/** Which page of an answer it is. */
export interface More {
  readonly answer: string;
  readonly page: number;
  readonly pages: number;
  /** How to read on; left out on the last page. */
  readonly next?: string;
}

export interface AnswerPage {
  readonly page: unknown;
  /** Left out when the answer is one page. */
  readonly more?: More;
}

/** The long answers of one caller, page by page: they are read on without a second run of the tool. */
export class KeptAnswers {
  readonly #kept = new Map<string, { readonly pages: readonly unknown[]; readonly size: number }>();
  #count = 0;

  /** The first page of an answer. */
  first(answer: unknown, limit = MAX_ANSWER): AnswerPage {
    const pages = pageAnswer(answer, limit);
    if (pages.length === 1) return { page: pages[0] };
    const name = `answer-${++this.#count}`;
    this.#kept.set(name, { pages, size: pages.reduce<number>((sum, page) => sum + sizeOf(page), 0) });
    this.#forget();
    return { page: pages[0], more: moreOf(name, 1, pages.length) };
  }

  /** A further page; the error is a sentence. */
  read(name: string, page: number): AnswerPage | { readonly error: string; readonly changed: false } {
    const kept = this.#kept.get(name);
    if (kept === undefined)
      return {
        error: `there is no answer "${name}", or it is not kept any more; call the tool again`,
        changed: false,
      };
    const { pages } = kept;
    if (page > pages.length)
      return { error: `${name} has ${pages.length} pages; there is no page ${page}`, changed: false };
    return { page: pages[page - 1], more: moreOf(name, page, pages.length) };
  }

  #forget(): void {
    const sizes = () => [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    while (this.#kept.size > MOST_KEPT || (this.#kept.size > 1 && sizes() > MOST_CHARACTERS))
      this.#kept.delete([...this.#kept.keys()][0] ?? '');
  }
}

/** `read_more`, for whoever has the answers kept. */
export const readMoreTool = (kept: KeptAnswers): Tool =>
  tool(READ_MORE, 'read', async ({ answer, page }) => kept.read(answer, page));

const sizeOf = (page: unknown): number =>
  typeof page === 'string' ? page.length : JSON.stringify(page).length;

const moreOf = (answer: string, page: number, pages: number): More => ({
  answer,
  page,
  pages,
  ...(page < pages ? { next: `${READ_MORE} ${JSON.stringify({ answer, page: page + 1 })}` } : {}),
});
