import type { RealmId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import type { App } from "../../kernel/context.ts";
import { SeveralFiles } from "../../kernel/files/errors.ts";
import type { FileRuleFor } from "../../kernel/http/receive.ts";
import { fileRoute, route } from "../../kernel/http/route.ts";
import { cancelImport, startImport, uploadArchive } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentImport, presentTally } from "./present.ts";
import { activeImport, importById, importsOf } from "./store.ts";

/** Organizations whose owners are uploading something to this process. */
const uploading = new WeakMap<App, Set<RealmId>>();

/** Refused before the file is read: archives are large. */
const oneArchive: FileRuleFor = async ({ app, db, realm }) => {
  const realms = uploading.get(app) ?? new Set();
  uploading.set(app, realms);
  demand(!realms.has(realm.id), new contract.ImportInProgress());
  realms.add(realm.id);
  const ended = () => void realms.delete(realm.id);
  try {
    demand((await activeImport(db, realm.id)) === undefined, new contract.ImportInProgress());
  } catch (error) {
    ended();
    throw error;
  }
  return {
    maxBytes: ({ config }) => config.maxImportMib * 1024 * 1024,
    missing: () => new contract.ArchiveMissing(),
    several: () => new SeveralFiles(),
    tooLarge: ({ config }) => contract.ImportTooLarge({ mib: config.maxImportMib }),
    ended,
  };
};

export const importRoutes = [
  fileRoute(contract.uploadImport, oneArchive, async (ctx, _params, received) => ({
    import: presentImport(await uploadArchive(ctx, received)),
  })),

  route(contract.getImports, async ({ db, realm }) => ({
    imports: (await importsOf(db, realm.id)).map(presentImport),
  })),

  route(contract.getImport, async ({ db, realm }, { import_id }) => {
    const row = await importById(db, realm.id, import_id);
    if (!row) throw new contract.InvalidImportId();
    return { import: presentImport(row), plan: presentTally(row.plan), report: presentTally(row.report) };
  }),

  route(contract.startImport, async (ctx, { import_id }) => {
    await startImport(ctx, import_id);
    return {};
  }),

  route(contract.cancelImport, async (ctx, { import_id }) => {
    await cancelImport(ctx, import_id);
    return {};
  }),
];
