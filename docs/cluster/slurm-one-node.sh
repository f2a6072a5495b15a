#!/bin/bash
# Tries the sample jobs: brings up Slurm on this machine alone, gives it a learner, an array of three
# workers and an evaluator, takes a worker from its node in the middle of its work, waits for the end,
# and takes Slurm down again. For a container or a virtual machine, where no other Slurm is at work.
# As root, from the repository's root:
#   apt-get install slurm-wlm
#   cargo build --release -p togyz-trainer
#   docs/cluster/slurm-one-node.sh
#   TRAIN   the program [default: target/release/train]
#   CONFIG  the run's config [default: configs/smoke.toml with ten times the generations]
set -euo pipefail
here=$(dirname "$0")
work=$(mktemp -d)
chmod 755 "$work"
# Long enough that the worker which is taken away comes back before the end.
sed 's/^generations = .*/generations = 20/' configs/smoke.toml > "$work/config.toml"
export TRAIN=${TRAIN:-target/release/train} CONFIG=${CONFIG:-$work/config.toml}
export SLURM_CONF=$work/slurm.conf STORE=$work/store
host=$(hostname -s)

# 1. Slurm: one controller, one node, no cgroups. The node claims eight cores, so that all jobs run at
#    the same time on however many there are.
cat > "$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
# A job that is put back waits as long as a credential is good, two minutes if nothing is said.
AuthInfo=cred_expire=5
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir -p "$work/state" "$work/spool" /run/munge
chown munge: /run/munge
own_munge=
if ! munge -n > /dev/null 2>&1; then
    runuser -u munge -- munged
    own_munge=yes
    sleep 1
fi
down() {
    scancel --user="$(id -un)" 2> /dev/null || true
    for _ in $(seq 20); do
        [ -n "$(squeue --noheader 2> /dev/null)" ] || break
        sleep 0.5
    done
    for daemon in slurmd slurmctld; do
        [ ! -s "$work/$daemon.pid" ] || kill "$(cat "$work/$daemon.pid")"
    done
    [ -z "$own_munge" ] || runuser -u munge -- munged --stop > /dev/null
}
trap down EXIT
slurmctld
slurmd
for _ in $(seq 30); do
    [ "$(sinfo --noheader --format=%t)" = idle ] && break
    sleep 1
done
sinfo

# 2. The jobs, as the samples have them but for their size.
small=(--parsable --cpus-per-task=1 --mem=500M --chdir="$PWD")
learner=$(sbatch "${small[@]}" --output="$work/learner.log" "$here/slurm-learner.sbatch")
workers=$(sbatch "${small[@]}" --array=0-2 --output="$work/worker-%a.log" "$here/slurm-workers.sbatch")
evaluator=$(sbatch "${small[@]}" --output="$work/evaluator.log" "$here/slurm-evaluator.sbatch")
squeue

# 3. A worker that plays is preempted, and comes again.
until "$TRAIN" status --store "$STORE" 2> /dev/null | grep -q "$workers-1: generation"; do
    [ -n "$(squeue --noheader --jobs="$learner")" ] || { cat "$work/learner.log" >&2; exit 1; }
    sleep 0.5
done
scontrol requeue "${workers}_1"
echo "worker 1 of $workers is requeued"

# 4. The end: nobody is left.
for _ in $(seq 600); do
    [ -n "$(squeue --noheader)" ] || break
    sleep 1
done
squeue
for job in "$learner" "${workers}_0" "${workers}_1" "${workers}_2" "$evaluator"; do
    scontrol --oneliner show job "$job" \
        | sed -E 's/.*(JobId=[0-9]+).*JobName=([^ ]+).*JobState=([A-Z]+).*Requeue=[0-9]+ Restarts=([0-9]+).*ExitCode=([0-9:]+).*/\1 \2 \3, exit \5, restarts \4/'
done
"$TRAIN" status --store "$STORE"
tail -n 4 "$work/learner.log"
# The report of a worker that is started again begins anew.
"$TRAIN" status --store "$STORE" | grep -q "finished"
"$TRAIN" status --store "$STORE" | grep -q "$workers-1: generation [0-9]*, [1-9][0-9]* games"
