/** What a call is about, for one row or line: its paths or its title; empty when it names none. */
export function callSubject(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const {
    path,
    new_path,
    file_path,
    target_file,
    pattern,
    paths,
    operations,
    title,
    task_title,
    question_text,
  } = args as Readonly<Record<string, unknown>>;
  const words = [path, new_path, file_path, target_file, pattern, title, task_title, question_text].filter(
    word => typeof word === 'string',
  );
  if (words.length > 0) return words.join(' → ');
  if (Array.isArray(paths)) return paths.filter(word => typeof word === 'string').join(', ');
  return Array.isArray(operations) ? operations.map(callSubjectOfMove).filter(Boolean).join(', ') : '';
}

function callSubjectOfMove(operation: unknown): string {
  if (typeof operation !== 'object' || operation === null) return '';
  const { from_path, to_path } = operation as Readonly<Record<string, unknown>>;
  return [from_path, to_path].filter(word => typeof word === 'string').join(' → ');
}
