/** The protocol of a bot's URL. */
export const Interface = { generic: 1, slack: 2 } as const;
