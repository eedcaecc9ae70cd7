/** How a bot's address is spoken to. */
export const Interface = { generic: 1, slack: 2 } as const;
