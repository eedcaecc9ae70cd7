import * as exports from "../../src/exports/contract.ts";
import * as ownExports from "../../src/exports/own/contract.ts";
import type { Story } from "../scene.ts";

export const exportExamples: Story = async ({ shows, ada, chiara }) => {
  await shows(exports.getExportConsents, ada, {});
  const { id: export_id } = await shows(exports.exportRealm, ada, { export_type: 1, export_format: "parley" });
  await shows(exports.getRealmExports, ada, {});
  await shows(exports.deleteRealmExport, ada, { export_id });
  await shows(ownExports.exportOwnData, chiara, {});
  await shows(ownExports.getOwnExports, chiara, {});
};
