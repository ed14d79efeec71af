"""The programs that read Crossplane packages, each as it takes its bytes."""
