import { picture } from "../../src/messages/uploads/testing.ts";
import { addCustomEmoji, deactivateCustomEmoji, getCustomEmoji } from "../../src/organization/custom-emoji/contract.ts";
import type { Story } from "../scene.ts";

export const customEmojiExamples: Story = async ({ shows, chiara, dev }) => {
  const emoji_name = "lighthouse";
  await shows(addCustomEmoji, chiara, { emoji_name }, { file: await picture(64, 64) });
  await shows(getCustomEmoji, dev, {});
  await shows(deactivateCustomEmoji, chiara, { emoji_name });
};
