/** Which messages of a topic move with one of them. */
export const SCOPES = ["one", "later", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** As the API calls them. */
export const PROPAGATION = { one: "change_one", later: "change_later", all: "change_all" } as const;

/** Those that move; undefined while it is not known what is in the topic. */
export function moving(
  scope: Scope,
  messageId: number,
  ids: readonly number[] | undefined,
): readonly number[] | undefined {
  if (scope === "one") return [messageId];
  return scope === "all" ? ids : ids?.filter((id) => id >= messageId);
}
