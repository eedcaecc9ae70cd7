/** Which messages of a topic move together with one of them. */
export const SCOPES = ["one", "later", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** As the API names them. */
export const PROPAGATION = { one: "change_one", later: "change_later", all: "change_all" } as const;

/** The messages that move; undefined until the topic's messages are known. */
export function moving(
  scope: Scope,
  messageId: number,
  ids: readonly number[] | undefined,
): readonly number[] | undefined {
  if (scope === "one") return [messageId];
  return scope === "all" ? ids : ids?.filter((id) => id >= messageId);
}
