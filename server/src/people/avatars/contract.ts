/** The avatars contract. */
import { badRequest, notAudited, operation, text } from "../../kernel/api/index.ts";
import { pictureErrors } from "../../organization/pictures/contract.ts";

export const NotOneAvatar = badRequest("You must upload exactly one avatar.");
export const AvatarsAreFixed = badRequest("Avatar changes are disabled in this organization.");

export const setAvatar = operation({
  method: "POST",
  path: "/users/me/avatar",
  summary: "Upload an avatar.",
  takesFile: true,
  audit: notAudited("one's own picture"),
  response: { avatar_url: text() },
  errors: [NotOneAvatar, AvatarsAreFixed, ...pictureErrors],
});

export const deleteAvatar = operation({
  method: "DELETE",
  path: "/users/me/avatar",
  summary:
    "Remove your avatar; one that the server draws is shown again, or the third-party provider's if `enable_gravatar` is set.",
  audit: notAudited("one's own picture"),
  response: { avatar_url: text() },
  errors: [AvatarsAreFixed],
});
