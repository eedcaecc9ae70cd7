import * as uploads from "../../src/messages/uploads/contract.ts";
import { asFile } from "../../src/messages/uploads/testing.ts";
import type { Story } from "../scene.ts";

export const uploadExamples: Story = async ({ shows, chiara }) => {
  const file = asFile("Spine: 22 mm. Paper: cream, 90 g.\n", "jacket-notes.txt");
  const { url } = await shows(uploads.uploadFile, chiara, {}, { file });
  await chiara.sends("#design > Salt Roads cover", `My [notes on the jacket](${url})`);
  const { attachments } = await shows(uploads.getAttachments, chiara, {});
  const [realm, ...rest] = url.slice("/user_uploads/".length).split("/");
  await shows(uploads.getFileTemporaryUrl, chiara, { realm_id_str: Number(realm), filename: rest.join("/") });
  await shows(uploads.removeAttachment, chiara, { attachment_id: attachments[0]?.id as number });
};
