import { exportAuditLog, getAuditLog } from "../../src/organization/audit-log/contract.ts";
import { updateUser } from "../../src/people/users/contract.ts";
import { ask } from "../../test/ask.ts";
import { COMPANY_URL } from "../company.ts";
import type { Story } from "../scene.ts";

export const auditLogExamples: Story = async ({ shows, keeps, server, olivia, chiara }) => {
  await olivia.call(updateUser, { user_id: chiara.id, role: 300 });
  const filters = { actions: ["user_role_changed" as const] };
  await shows(getAuditLog, olivia, { ...filters, limit: 10 });
  const credentials = Buffer.from(`${olivia.email}:${olivia.apiKey}`).toString("base64");
  const { text } = await ask(
    server,
    `GET /audit_log/export?actions=${encodeURIComponent(JSON.stringify(filters.actions))}`,
    {
      host: new URL(COMPANY_URL).host,
      headers: { authorization: `Basic ${credentials}` },
    },
  );
  keeps(exportAuditLog, olivia, filters, text);
};
