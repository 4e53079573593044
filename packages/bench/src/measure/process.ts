import {existsSync, readFileSync} from 'node:fs';

/** Whether the numbers of other processes can be read here: Linux tells them under /proc. */
export const canWatchProcesses = (): boolean => existsSync('/proc/self/stat');

/** Clock ticks of /proc/PID/stat a second; the same on every Linux of today. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, all its threads, in seconds. */
export const cpuSeconds = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name in parentheses, which may hold spaces, the 12th and 13th field are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

/** Memory of a process that is in RAM, in MiB. */
export const residentMiB = (pid: number): number => {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};
