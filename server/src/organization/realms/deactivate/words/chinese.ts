import type { DeactivationWords } from "./english.ts";

export const chinese: DeactivationWords = {
  subject: (organization) => `${organization} 已被停用`,
  closed: (organization, by) =>
    by === undefined
      ? `${organization} 已被停用，任何人都无法再登录。`
      : `${by} 停用了 ${organization}，任何人都无法再登录。`,
  kept: "其所有数据都会保留。",
  deleted: (day) => `其所有数据将于 ${day} 删除。`,
  reopen: "如果是误操作，服务器运维人员可以重新启用该组织。",
};
