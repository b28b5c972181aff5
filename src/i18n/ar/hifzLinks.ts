/** Links to the plan, for screens that do not load the texts of the plan. */
export const hifzLinks = {
  circlePlan: 'خطة الحلقة',
  /** Label on the page of the subject. */
  offeringPlan: 'خطة الحفظ للمادة',
  subjectPlan: (name: string) => `خطة مادة «${name}»`,
};
