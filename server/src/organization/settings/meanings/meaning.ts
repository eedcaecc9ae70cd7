/**
 * What each setting does, where it is implemented, and which test covers it. A declared setting that is not listed in
 * this folder does not compile. docs/settings.md is generated from these lists and the declarations.
 */
export interface Meaning {
  readonly does: string;
  /** If the server implements it: the file that uses it, and the test. Both are paths below server/src. */
  readonly server?: { readonly where: string; readonly test: string };
  /** A missing feature that it depends on. Without this and without `server`, the setting is for clients. */
  readonly waitsFor?: string;
}

export const server = (does: string, where: string, test: string): Meaning => ({ does, server: { where, test } });
export const clients = (does: string): Meaning => ({ does });
export const waits = (waitsFor: string, does: string): Meaning => ({ does, waitsFor });

/** Where messages are rendered. */
export const CONTENT = ["messages/content.ts", "messages/send/content.test.ts"] as const;
/** Where it is decided who is notified of a message. */
export const DECIDING = ["delivery/notifications/decide.ts", "delivery/notifications/decide.test.ts"] as const;
/** Where it is decided who can move messages. */
export const MOVING = ["messages/edit/permissions.ts", "messages/edit/permissions.test.ts"] as const;
