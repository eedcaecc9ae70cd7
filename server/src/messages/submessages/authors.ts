/** Votes and strikes name an option or a task by its author: `7,0` is the first option that user 7 added, `0,7` their first task. */

const AUTHOR_IN_KEY: ReadonlyMap<string, RegExp> = new Map([
  ["vote", /^\d+(?=,\d+$)/],
  ["strike", /(?<=^\d+,)\d+$/],
]);

/** The content of a submessage with another id for the author whom it names. */
export function withAuthor(content: string, idOf: (authorId: number) => number): string {
  if (!content.includes('"key"')) return content;
  const data = fieldsIn(content);
  const author = typeof data.type === "string" ? AUTHOR_IN_KEY.get(data.type) : undefined;
  if (!author || typeof data.key !== "string") return content;
  const key = data.key.replace(author, (id) => String(idOf(Number(id))));
  return key === data.key ? content : JSON.stringify({ ...data, key });
}

/** Whatever a client has sent: widgets that the server does not know may have anything. */
function fieldsIn(content: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(content)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
