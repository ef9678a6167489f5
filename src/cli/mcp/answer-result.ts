import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../core/kernel/is-object.ts';
import type { AnswerPage, KeptAnswers } from '../../core/tools/read-more.ts';
import { resultSchemas } from '../../generated/result-schemas.ts';
import type { ServedAnswer } from './served.ts';

/**
 * An answer as the client gets it: the exact response as text, the same as data where the tool says what it answers,
 * both of them one page. What comes beside the response is texts of their own.
 */
export function answerResult(
  name: string,
  { response, isError, more: beside = [] }: ServedAnswer,
  kept: KeptAnswers,
): CallToolResult {
  const first = kept.first(response);
  return resultOf(name, first, isError, beside.map(text => kept.first(text)).flatMap(textsOf));
}

/** A page that `read_more` was asked for. */
export const pageResult = (page: AnswerPage): CallToolResult => resultOf('read_more', page, false, []);

function resultOf(
  name: string,
  page: AnswerPage,
  isError: boolean,
  beside: readonly string[],
): CallToolResult {
  const texts = [...textsOf(page), ...beside];
  // A failure that says nothing is only a text: it would not be what the tool's schema says.
  const isDescribed = resultSchemas[name] !== undefined && (!isError || isFailure(page.page));
  return {
    content: texts.map(text => ({ type: 'text' as const, text })),
    ...(isDescribed ? { structuredContent: dataOf(page, isError || name !== 'read_more') } : {}),
    isError,
  };
}

const isFailure = (page: unknown): boolean => isObject(page) && typeof page['error'] === 'string';

/** As the tool's schema has it: what is no object is the field `result` of one. */
function dataOf({ page, more }: AnswerPage, isAnswer: boolean): Record<string, unknown> {
  return {
    ...(isObject(page) && isAnswer ? page : { result: page }),
    ...(more === undefined ? {} : { more }),
  };
}

function textsOf({ page, more }: AnswerPage): readonly string[] {
  const text = typeof page === 'string' ? page : JSON.stringify(page);
  if (more === undefined) return [text];
  const { answer, page: number, pages, next } = more;
  const readOn = next === undefined ? 'the last one' : `read on with ${next}`;
  return [text, `[page ${number} of ${pages} of ${answer}; ${readOn}]`];
}
