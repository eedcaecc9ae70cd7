/** Erasing people, and what people do with their own data. */
import type { erasure as english } from "../en/erasure.ts";
import type { Translated } from "../translated.ts";

export const erasure: Translated<typeof english> = {
  title: "你的数据",
  export: "导出你的数据",
  exportHelp: "你的个人资料、设置、消息、回应和文件，打包为一个归档文件。准备好后你会收到消息，并可在一周内下载。",
  exportAction: "开始导出",
  exportPending: "正在导出…",
  exportReady: "导出时间：{when}，{size}。删除时间：{expires}。",
  exportFailed: "上次导出失败。请重试。",
  download: "下载",
  delete: "删除账号",
  deleteHelp: "你的姓名、电子邮件地址、头像、设置以及存储的所有其他个人信息都会被抹除。此操作无法撤销。",
  deleteNotAllowed: "你的组织不允许成员自行删除账号。请联系所有者。",
  deleteAction: "删除…",
  deleteQuestion: "删除你的账号？",
  deleteConfirm: "删除账号",
  deleteNote:
    "你的姓名、电子邮件地址、头像、设置、会话和机器人将被永久抹除，并且你会在所有设备上退出登录。请确认是你本人。",
  ownKept: "你的消息会保留在一个没有姓名的账号下。",
  ownRemoved: "你的所有消息、回应和文件都会被移除。",
  ownReassigned: "你在频道中的消息会保留，但不再显示发送者。你的私信会保留在一个没有姓名的账号下。",
  eraseQuestion: "抹除 {name}？",
  eraseConfirm: "抹除",
  eraseNote:
    "{name} 的姓名、电子邮件地址、头像、设置、会话和机器人将被永久抹除。其他人输入的文字会保留。此操作无法撤销。",
  messages: "消息",
  kept: "保留在一个没有姓名的账号下",
  removed: "连同回应和文件一起移除",
  reassigned: "在频道中保留，但不显示发送者",
  erased: "正在抹除 {name}。",
};
