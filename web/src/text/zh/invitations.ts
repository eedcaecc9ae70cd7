/** The list of open invitations. */
import type { invitations as english } from "../en/invitations.ts";
import type { Translated } from "../translated.ts";

export const invitations: Translated<typeof english> = {
  help: "所有人尚未被使用的邀请和链接。",
  ownHelp: "你的尚未被使用的邀请和链接。管理员可以看到所有人的邀请。",
  mayNot: "你没有邀请用户加入此组织的权限。",
  none: "没有待处理的邀请。",
  for: "邀请",
  link: "任何人可用的链接",
  sent: "发送于 {date}",
  by: "邀请者",
  expires: "到期时间",
  copyFor: "复制链接：{name}",
  resend: "重新发送",
  resendTo: "重新发送给 {name}",
  resent: "已重新发送给 {name}。",
  revoke: "撤销",
  revokeNamed: "撤销：{name}",
  revokeQuestion: "撤销对 {name} 的邀请？",
  revokeLinkQuestion: "撤销此链接？",
  revokeLoss: "之后无人能再通过它加入。此操作无法撤销。",
};
