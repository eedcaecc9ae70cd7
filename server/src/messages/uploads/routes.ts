import type { FileRule } from "../../kernel/http/receive.ts";
import { fileRoute, route } from "../../kernel/http/route.ts";
import { fileFor } from "./access.ts";
import { removeAttachment, uploadFile } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentAttachments } from "./present.ts";
import { attachmentsOf, claimsOf, spaceUsed } from "./store.ts";
import { temporaryUrl } from "./temporary.ts";

const oneFile: FileRule = {
  maxBytes: ({ config }) => config.maxUploadMib * 1024 * 1024,
  missing: () => new contract.FileMissing(),
  several: () => new contract.SeveralFiles(),
  tooLarge: ({ config }) => contract.FileTooLarge({ mib: config.maxUploadMib }),
};

export const uploadRoutes = [
  fileRoute(contract.uploadFile, oneFile, async (ctx, _params, received) => {
    const { path_id, file_name } = await uploadFile(ctx, received);
    const url = `/user_uploads/${path_id}`;
    return { url, uri: url, filename: file_name };
  }),

  route(contract.getFileTemporaryUrl, async (ctx, { realm_id_str, filename }) => ({
    url: temporaryUrl(ctx.app, await fileFor(ctx, `${realm_id_str}/${filename}`)),
  })),

  route(contract.getAttachments, async ({ db, realm, user }) => {
    const files = await attachmentsOf(db, user.id);
    const claims = await claimsOf(
      db,
      files.map((file) => file.id),
    );
    const attachments = presentAttachments(files, claims);
    return { attachments, upload_space_used: await spaceUsed(db, realm.id) };
  }),

  route(contract.removeAttachment, async (ctx, { attachment_id }) => {
    await removeAttachment(ctx, attachment_id);
    return {};
  }),
];
