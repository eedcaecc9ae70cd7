/** Roles, most powerful first: a role may do everything that roles with larger codes may. */
export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type RoleCode = (typeof Role)[keyof typeof Role];

interface HasRole {
  readonly role: number;
}

export const isOwner = (user: HasRole): boolean => user.role === Role.owner;
/** Owners are administrators too. */
export const isAdministrator = (user: HasRole): boolean => user.role <= Role.administrator;
export const isModerator = (user: HasRole): boolean => user.role <= Role.moderator;
/** Includes visitors: whatever is closed to guests is closed to them. */
export const isGuest = (user: HasRole): boolean => user.role >= Role.guest;

/** The role of requests without an account: less than any account's, and never stored. */
export const VISITOR = 1000;
export const isVisitor = (user: HasRole): boolean => user.role === VISITOR;

export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;
