import { isAdministrator } from "../../kernel/access/roles.ts";

/** How many people there are, what they use and what fails is for those who manage the organization. */
export const mayReadOverview = (user: { readonly role: number }): boolean => isAdministrator(user);
