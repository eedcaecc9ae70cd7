/** A new channel, and what its settings have in common with it. */
import type { channelForm as english } from "../en/channel-form.ts";
import type { Translated } from "../translated.ts";

export const channelForm: Translated<typeof english> = {
  step: "第 {step} 步，共 2 步",
  name: "名称",
  description: "描述",
  whoCanRead: "谁可以阅读",
  public: "{organization} 的所有人",
  publicHint: "所有成员都可以加入并阅读全部消息。",
  privateShared: "仅订阅者，可阅读完整历史",
  privateSharedHint: "后加入的用户可以阅读之前的消息。",
  privateProtected: "仅订阅者，从加入时起",
  privateProtectedHint: "后加入的用户无法阅读之前的消息。",
  webPublicChoice: "互联网上的所有人",
  webPublicHint: "无需账号即可阅读。",
  folder: "文件夹",
  noFolder: "无",
  next: "下一步",
  back: "上一步",
  addPeopleHint: "添加用户或用户组",
  everyone: "添加所有人",
  removePerson: "移除 {name}",
  create: "创建频道",
  nameTaken: "已存在同名频道。",
  nameMissing: "请输入频道名称。",
};
