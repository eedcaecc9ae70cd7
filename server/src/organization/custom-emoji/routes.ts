import type { FileRuleFor } from "../../kernel/http/receive.ts";
import { fileRoute, route } from "../../kernel/http/route.ts";
import { MAX_PICTURE_MIB, PictureTooLarge } from "../pictures/contract.ts";
import { addCustomEmoji, checkNewEmoji, deactivateCustomEmoji, mayOverride } from "./actions.ts";
import * as contract from "./contract.ts";
import { normaliseEmojiName } from "./names.ts";
import { presentEmoji } from "./present.ts";
import { allEmoji } from "./store.ts";

const image: FileRuleFor = async (ctx, { emoji_name = "" }) => {
  const name = normaliseEmojiName(emoji_name);
  await checkNewEmoji(ctx, name);
  return {
    maxBytes: () => MAX_PICTURE_MIB * 1024 * 1024,
    missing: () => new contract.OneFileNeeded(),
    several: () => new contract.OneFileNeeded(),
    // A missing permission for the name is reported first.
    tooLarge: () => (mayOverride(ctx, name) ? new PictureTooLarge() : new contract.OnlyAdministratorsOverride()),
  };
};

export const customEmojiRoutes = [
  route(contract.getCustomEmoji, async ({ db, realm }) => ({ emoji: presentEmoji(await allEmoji(db, realm.id)) })),

  fileRoute(contract.addCustomEmoji, image, async (ctx, { emoji_name }, file) => {
    await addCustomEmoji(ctx, normaliseEmojiName(emoji_name), file);
    return {};
  }),

  route(contract.deactivateCustomEmoji, async (ctx, { emoji_name }) => {
    await deactivateCustomEmoji(ctx, emoji_name);
    return {};
  }),
];
