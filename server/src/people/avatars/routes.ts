import { demand } from "../../kernel/api/index.ts";
import { fileRoute, route } from "../../kernel/http/route.ts";
import { PictureTooLarge } from "../../organization/pictures/contract.ts";
import { onePicture } from "../../organization/pictures/rule.ts";
import { avatarUrl } from "../users/present.ts";
import { changeAvatar, uploadAvatar } from "./actions.ts";
import * as contract from "./contract.ts";
import { mayChangeAvatar } from "./permissions.ts";

/** Users who may not upload an avatar get that error, even if the file is also too large. */
const oneAvatar = onePicture(
  () => new contract.NotOneAvatar(),
  ({ user, realm }) => (mayChangeAvatar(user, realm.settings) ? new PictureTooLarge() : new contract.AvatarsAreFixed()),
);

export const avatarRoutes = [
  fileRoute(contract.setAvatar, oneAvatar, async (ctx, _params, received) => {
    demand(mayChangeAvatar(ctx.user, ctx.realm.settings), new contract.AvatarsAreFixed());
    return { avatar_url: avatarUrl(ctx.realm, await uploadAvatar(ctx, ctx.user.id, received)) };
  }),

  route(contract.deleteAvatar, async (ctx) => {
    demand(mayChangeAvatar(ctx.user, ctx.realm.settings), new contract.AvatarsAreFixed());
    return { avatar_url: avatarUrl(ctx.realm, await changeAvatar(ctx, ctx.user.id, null)) };
  }),
];
