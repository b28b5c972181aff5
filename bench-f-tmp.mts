import BetterSqlite3 from 'better-sqlite3';
const db=new BetterSqlite3('/tmp/h/F/big.db',{readonly:true}); db.pragma('cache_size=-65536'); db.pragma('temp_store=MEMORY');
const open="(not exists (select 1 from subject_teachers where subject_id = subjects.id))";
const inOpen=`absences.subject_id in (select subjects.id from subjects where ${open})`;
const q={
 types:"select count(*) t, sum(case when type='غياب بعذر' then 1 else 0 end) e from absences",
 typesExc:"select count(*) from absences where type='غياب بعذر'",
 typesOpen:`select count(*) t, sum(case when type='غياب بعذر' then 1 else 0 end) e from absences where ${inOpen}`,
 old:"select student_row_id, count(distinct date) d from absences group by student_row_id order by d desc limit 10",
 dist:"select student_row_id, count(*) d from (select distinct student_row_id, date from absences) group by student_row_id order by d desc limit 10",
 plainCount:"select student_row_id, count(*) d from absences group by student_row_id order by d desc limit 10",
 distOpen:`select student_row_id, count(*) d from (select distinct student_row_id, date from absences where ${inOpen}) group by student_row_id order by d desc limit 10`,
 distOpenJoin:`select student_row_id, count(distinct date) d from subjects cross join absences where absences.subject_id=subjects.id and ${open} group by subjects.batch_id, student_row_id order by d desc limit 10`,
 oldOpen:`select student_row_id, count(distinct date) d from absences where ${inOpen} group by student_row_id order by d desc limit 10`,
 plainOpen:`select student_row_id, count(*) d from absences where ${inOpen} group by student_row_id order by d desc limit 10`,
 today:`select count(*) from absences where date='2026-03-02' and ${inOpen}`,
};
for(const [k,s] of Object.entries(q)){ for(let i=0;i<2;i++){const t=performance.now(); db.prepare(s).all(); if(i) console.log(k,Math.round(performance.now()-t), (db.prepare('explain query plan '+s).all() as any[]).map(r=>r.detail).join(' | '));}}
