import type { SignInWords } from "./english.ts";

export const chinese: SignInWords = {
  signIn: "登录",
  shared: "这是一台公用计算机",
  sharedHint: "不在这台计算机上保留任何内容，关闭浏览器后自动退出登录。",
  forgotten: "忘记密码？",
  signUp: "创建账号",
  doNotMatch: "邮箱与密码不匹配。",
  deactivated: "此账号已被停用。请联系组织的管理员。",
  noPasswords: "此组织不使用密码登录。",
  expired: "你需要设置新密码。请在下方申请重置。",

  email: {
    subject: (organization) => `${organization} 有新的登录`,
    happened: (organization, email) => `刚刚有人以 ${email} 的身份登录了 ${organization}。`,
    details: (when, device, ip) => `时间：${when}。设备：${device}。IP 地址：${ip}。`,
    unknownDevice: "未知浏览器",
    notYou: "如果是你本人，则无需任何操作。如果不是，请立即设置新密码，其他所有会话都会退出登录。",
    button: "设置新密码",
  },
};
