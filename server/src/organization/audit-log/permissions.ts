/** Who can read the audit log. */
import { isOwner } from "../../kernel/access/roles.ts";

/** It shows where people sign in from, and what administrators do: it is for owners only. */
export const mayReadAuditLog = (user: { readonly role: number }): boolean => isOwner(user);
