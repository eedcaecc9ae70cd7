/**
 * What each setting does, who makes it so, and the test that holds it to that. A setting that is declared and not listed
 * in this folder does not compile; docs/settings.md is made from these lists and the declarations.
 */
export interface Meaning {
  readonly does: string;
  /** The server: the file that asks for it, and the test. Both are paths below server/src. */
  readonly server?: { readonly where: string; readonly test: string };
  /** What must be there before anything can ask for it. Without this and without a file, it is for clients. */
  readonly waitsFor?: string;
}

export const server = (does: string, where: string, test: string): Meaning => ({ does, server: { where, test } });
export const clients = (does: string): Meaning => ({ does });
export const waits = (waitsFor: string, does: string): Meaning => ({ does, waitsFor });

/** Where messages are rendered. */
export const CONTENT = ["messages/content.ts", "messages/send/content.test.ts"] as const;
/** Where it is decided who is told of a message. */
export const DECIDING = ["delivery/notifications/decide.ts", "delivery/notifications/decide.test.ts"] as const;
/** Where it is decided who moves messages. */
export const MOVING = ["messages/edit/permissions.ts", "messages/edit/permissions.test.ts"] as const;
