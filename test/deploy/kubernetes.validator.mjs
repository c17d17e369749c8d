import { readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

/** Validates the manifests of standard input, a JSON list, by Kubernetes' own schemas, and prints a list of faults. */
const MODELS = {
  ...{
    Deployment,
    HorizontalPodAutoscaler,
    Job,
    Ingress,
    NetworkPolicy,
    PersistentVolumeClaim,
    PodDisruptionBudget,
    Service,
  },
  ServiceAccount,
};

function faultOf(manifest) {
  const Model = MODELS[manifest.kind];
  if (!Model) return 'no model of this kind';
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return error.message;
  }
}

const faults = JSON.parse(readFileSync(0, 'utf8')).flatMap((manifest) => {
  const fault = faultOf(manifest);
  return fault === null ? [] : [`${manifest.kind} ${manifest.metadata?.name}: ${fault}`];
});
console.log(JSON.stringify(faults));
