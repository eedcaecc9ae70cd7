/** What administrators change about others: all of a request, or nothing. */
import { isAdministrator, isOwner } from "../../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type ShapeOf } from "../../../kernel/api/index.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { changeProfile } from "../../profile-fields/values.ts";
import { renameUser } from "../actions.ts";
import { NotAllowedToChangeEmails, type updateUser as updateOperation } from "../contract.ts";
import type { UserRow } from "../present.ts";
import { changeAddress, checkNewAddress } from "./email.ts";
import { changeRole, checkRoleChange } from "./role.ts";

type UpdateUserRequest = Omit<ShapeOf<(typeof updateOperation)["params"]>, "user_id">;

/** Deactivated accounts and bots too; the caller has taken the organization's turn. */
export async function updateUser(ctx: WriteContext, user: UserRow, request: UpdateUserRequest): Promise<void> {
  const { full_name, role, profile_data = [], new_email } = request;
  demand(isAdministrator(ctx.user), new InsufficientPermission());
  if (new_email !== undefined) demand(mayChangeEmails(ctx), new NotAllowedToChangeEmails());
  const isNewRole = role !== undefined && role !== user.role;
  if (isNewRole) {
    await checkRoleChange(ctx, user, role);
    await changeRole(ctx, user, role);
  }
  const changed = isNewRole ? { ...user, role } : user;
  const name = full_name?.trim() ?? "";
  if (name !== "" && name !== user.full_name) await renameUser(ctx, changed, name);
  await changeProfile(ctx, user, profile_data);
  if (new_email !== undefined && new_email !== user.delivery_email) {
    await checkNewAddress(ctx, changed, new_email);
    // At once: whoever may do this needs no confirmation by mail.
    await changeAddress(ctx, changed, new_email);
  }
}

/** An owner whom the operator gave the right. */
const mayChangeEmails = ({ user }: WriteContext) => isOwner(user) && user.can_change_user_emails;
