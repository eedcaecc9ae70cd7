/** Changes other users, as an administrator. A request is applied completely or not at all. */
import { demand, InsufficientPermission, type ShapeOf } from "../../../kernel/api/index.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { changeProfile } from "../../profile-fields/values.ts";
import { renameUser } from "../actions.ts";
import { NotAllowedToChangeEmails, type updateUser as updateOperation } from "../contract.ts";
import { mayChangeAddresses, mayChangeUsers } from "../permissions.ts";
import type { UserRow } from "../present.ts";
import { changeAddress, checkNewAddress } from "./email.ts";
import { changeRole, checkRoleChange } from "./role.ts";

type UpdateUserRequest = Omit<ShapeOf<(typeof updateOperation)["params"]>, "user_id">;

/** Also works for deactivated accounts and bots. */
export async function updateUser(ctx: WriteContext, user: UserRow, request: UpdateUserRequest): Promise<void> {
  const { full_name, role, profile_data = [], new_email } = request;
  demand(mayChangeUsers(ctx.user), new InsufficientPermission());
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
    // Takes effect at once: this right needs no confirmation by email.
    await changeAddress(ctx, changed, { delivery_email: new_email, is_email_verified: false });
  }
}

/** The operator grants this right, and only to owners. */
const mayChangeEmails = ({ user }: WriteContext) => mayChangeAddresses(user) && user.can_change_user_emails;
