export const tellMessages = {
  unknownFields: (names: readonly string[], allowed: readonly string[]) =>
    `لا يُعرف الحقل ${names.map((name) => `«${name}»`).join(' و')}. الحقول المعروفة هنا: ${allowed
      .map((name) => `{${name}}`)
      .join(' ')}`,
  teachersMayNotContact: 'مراسلة المعلمين لأولياء الأمور مغلقة في إعدادات المعهد',
  freeNeedsGroup: 'اختر دفعة أو حلقة للرسالة',
  /** Description in the operation log. */
  templateSaved: (name: string) => `حفظ صيغة الرسالة «${name}»`,
} as const;
